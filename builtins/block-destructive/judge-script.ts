import type { Io } from "../../kit/io.ts";
import { Folders } from "../../shell/folders.ts";
import { ScriptAliases } from "../../shell/git-aliases.ts";
import { followScript } from "../../shell/follow-script.ts";
import type { Command, Pipeline } from "../../shell/parse-shell.ts";
import { foundBy, printed } from "../../shell/printed.ts";
import { ShellVariables, TooMuchScript } from "../../shell/shell-variables.ts";
import { splitName } from "../../shell/unwrap-command.ts";
import { deletedHere, elsewhereOf, type Elsewhere } from "./elsewhere.ts";
import type { Surroundings } from "./places.ts";
import type { Rule, View } from "./rule.ts";
import { scriptsInside, wordsGiven } from "./scripts-of.ts";
import { viewOf } from "./view-of.ts";

/** A rule that a command matched. */
export interface Finding {
  readonly rule: Rule;
  readonly view: View;
  /** The command, its words with blanks between them. */
  readonly command: string;
  /** Where it runs. */
  readonly folder: string | undefined;
}

/** What a script does, by the rules. */
export interface Judged {
  readonly findings: Finding[];
  /** Each command, unwrapped, for the user's own patterns. */
  readonly commands: string[];
  /** Sentences about what could not be read, and so passes. */
  readonly remarks: Set<string>;
}

/** Scripts in code in scripts. */
const DEEPEST = 4;
/** Characters of a script that are read, and findings that are kept. */
const [LONGEST, MOST] = [1_000_000, 50] as const;

/** What a script is held against. */
interface Against {
  readonly around: Surroundings;
  readonly io: Pick<Io, "env">;
  /** The rules that look at a program. */
  readonly rulesOf: (program: string) => readonly Rule[];
}

/**
 * @param folder where the script begins
 * @param judged is added to
 */
export function judgeScript(script: string, folder: string | undefined, against: Against, judged: Judged): void {
  new Judge(folder, against, judged).judge(script);
}

class Judge {
  readonly #around: Surroundings;
  readonly #rulesOf: Against["rulesOf"];
  readonly #judged: Judged;
  readonly #variables: ShellVariables;
  readonly #functions = new Set<string>();
  readonly #folders: Folders;
  readonly #aliases = new ScriptAliases();
  /** Where the scripts run in which those that are read now stand: `#elsewhere` of each. */
  readonly #outer: (Elsewhere | undefined)[] = [];
  #found: readonly string[] = [];
  #depth = 0;
  /** What is read runs on another machine, or the next script in the script does. */
  #elsewhere: Elsewhere | undefined;
  #next: Elsewhere | undefined;

  constructor(folder: string | undefined, { around, io, rulesOf }: Against, judged: Judged) {
    const { home } = around;
    const known = { TMPDIR: "/tmp", ...io.env, IFS: " ", ...(home !== undefined && { HOME: home }) };
    this.#variables = new ShellVariables({ env: known });
    this.#folders = new Folders(folder, home, this.#variables);
    this.#around = around;
    this.#judged = judged;
    this.#rulesOf = rulesOf;
  }

  judge(script: string): void {
    if (this.#depth > DEEPEST) return void this.#judged.remarks.add("A script in so many others is not read.");
    if (script.length > LONGEST)
      this.#judged.remarks.add("Of a script of more than 1,000,000 characters the end is not read.");
    this.#depth += 1;
    for (const [, name] of script.slice(0, LONGEST).matchAll(/([\w:.-]{1,80})[ \t]*\([ \t]*\)/g))
      this.#functions.add(name!);
    try {
      followScript(script, this.#variables, {
        command: (command, fed, pipeline) => this.#command(command, fed, pipeline),
        scripts: (command, scripts, pipeline) => {
          if (command.found) this.#found = foundBy(command.found);
          // `ssh host` that is fed a script is a wrapper itself.
          const wrapped = command.words[0] === "ssh" ? { ...command, words: [] } : command;
          this.#next = elsewhereOf(wrapped, this.#folders.known);
          this.#look(command, scripts, command.words[0] === "ssh" ? pipeline : []);
        },
        unread: () => this.#judged.remarks.add("A script in so many others is not read."),
        inner: (does) => (does === "begin" ? this.#enter() : this.#leave()),
      });
    } catch (error) {
      if (!(error instanceof TooMuchScript)) throw error;
      this.#judged.remarks.add("A script that makes more of itself than can be read passes.");
    }
    this.#depth -= 1;
  }

  #enter(): void {
    this.#folders.enter();
    this.#outer.push(this.#elsewhere);
    if (this.#next) this.#folders.startAt(this.#next.folder);
    this.#elsewhere = this.#next ?? this.#elsewhere;
    this.#next = undefined;
  }

  #leave(): void {
    this.#folders.leave();
    this.#elsewhere = this.#outer.pop();
  }

  /** @returns what it prints */
  #command(command: Command, fed: readonly string[], pipeline: Pipeline): readonly string[] {
    this.#folders.open(command);
    const split = splitName(command);
    if (/^[$`]/.test(split.words[0] ?? "")) this.#judged.remarks.add("A command whose name is in a variable passes.");
    if (split.script !== undefined && command.script === undefined) this.judge(split.script);
    // Words that are read stand behind those that it has, or where a place is kept for them.
    if (split.readsWords) fed = [...fed, ...wordsGiven(split.taken)];
    const isFilled = split.readsWords && split.words.some((word) => word.includes("{}"));
    const filled = split.readsWords && !isFilled ? [...split.words, ...fed] : split.words;
    // What `find` comes upon is all that is below its folders.
    const isDeep = command.found && /^(?:rm|chmod|chown|chgrp)$/.test(filled[0] ?? "");
    const words = isDeep ? [filled[0]!, filled[0] === "rm" ? "-r" : "-R", ...filled.slice(1)] : filled;
    if (command.found) this.#found = foundBy(command.found);
    else if (isFilled) this.#found = fed.flatMap((text) => text.split(/\s+/).filter((word) => word !== ""));
    this.#look({ ...split, words }, split.readsWords ? [] : fed, pipeline);
    const [name = "", ...own] = words;
    this.#folders.change(words);
    this.#aliases.note(words);
    const meant = this.#aliases.scriptOf(words);
    if (meant !== undefined) this.judge(meant);
    for (const script of scriptsInside(name, own, fed, this.#folders.known)) this.judge(script);
    return printed(name, own, split.readsWords ? [] : fed, {
      folder: this.#folders.known,
      root: this.#around.repository?.root,
    });
  }

  /** Holds a command against the rules. */
  #look(command: Command, fed: readonly string[], pipeline: Pipeline): void {
    const { words } = command;
    const [given = "", ...rest] = words;
    const name = /[A-Z]/.test(given) ? given.toLowerCase() : given;
    const own = rest.flatMap((word) => this.#filled(word));
    const text = [name, ...own].join(" ").slice(0, 10_000);
    if (name !== "") this.#judged.commands.push(text);
    const elsewhere = this.#elsewhereOf(command);
    const folder = elsewhere ? elsewhere.folder : this.#folders.known;
    const { remarks, findings } = this.#judged;
    const view = viewOf({
      command,
      name,
      own,
      fed,
      pipeline,
      around: this.#around,
      folder,
      elsewhere,
      isFunction: this.#functions.has(name),
      variable: (named) => this.#variables.get(named),
      unknown: () =>
        remarks.add("Where a path leads that holds a variable or the output of a command is not known, so it passes."),
    });
    for (const rule of this.#rulesOf(name))
      if (findings.length < MOST && rule.matches(view))
        findings.push({ rule, view, command: text, folder: elsewhere ? undefined : folder });
    const here = deletedHere(view);
    if (here.length > 0) this.#lookHere(here);
    if (name === "find" && own.includes("-delete"))
      this.#look({ ...command, words: ["rm", "-r", "--", ...foundBy(own)], ...(elsewhere && { found: own }) }, [], []);
  }

  /** A command behind a wrapper of its own, or in a script that runs elsewhere, in the folder that it has there. */
  #elsewhereOf(command: Command): Elsewhere | undefined {
    const own = elsewhereOf(command, this.#folders.known);
    if (own || !this.#elsewhere) return own;
    const { folder: _start, ...rest } = this.#elsewhere;
    const { known } = this.#folders;
    return { ...rest, ...(known !== undefined && { folder: known }) };
  }

  /** What is mounted in a container is deleted on this machine. */
  #lookHere(paths: readonly string[]): void {
    const there = this.#elsewhere;
    this.#elsewhere = undefined;
    const words = ["rm", "-r", "--", ...paths];
    this.#look({ words, all: words, assigned: [], taken: [], redirects: [], reads: [], fed: [] }, [], []);
    this.#elsewhere = there;
  }

  /** `{}` is what `find` or `xargs` puts there. */
  #filled(word: string): readonly string[] {
    return word.includes("{}") && this.#found.length > 0
      ? this.#found.map((found) => word.replaceAll("{}", () => found))
      : [word];
  }
}
