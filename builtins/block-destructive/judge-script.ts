import { basename, relative, resolve, sep } from "node:path";

import type { Io } from "../../kit/io.ts";
import {
  Budget,
  followAt,
  foundBy,
  functionNames,
  mayBeSet,
  TooMuchScript,
  type AliasOf,
  type CallCommand,
  type Command,
  type Pipeline,
} from "../../shell/doors/script.ts";
import { isMadeAgain } from "../../worktree/doors/worktree.ts";
import { ENVIRONMENT, printsEnvironment, requestOf, withoutMarks, type Request } from "../../shell/doors/effects.ts";
import { columnOf, isElsewhere } from "../../shell/doors/programs.ts";
import { deletedHere, elsewhereOf } from "./elsewhere.ts";
import { HeldContents } from "./held-contents.ts";
import { MadeByCall } from "./made-by-call.ts";
import type { Elsewhere } from "./targets.ts";
import { asAsked } from "./network.ts";
import { Places, type KnownFolders } from "./places.ts";
import { SecretsRead } from "./secrets-read.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import { copiedFrom } from "./started-files.ts";
import { viewOf } from "./view-of.ts";

/** A rule that a command matched. */
export interface RuleMatch {
  readonly rule: HarmRule;
  readonly view: CommandView;
  /** The words of the command, joined with blanks. */
  readonly command: string;
  /** The folder in which the command runs. */
  readonly folder: string | undefined;
}

/** The findings of the rules in a script. */
export interface ScriptVerdict {
  readonly findings: RuleMatch[];
  /** Each command without its wrappers, for the patterns of the settings. */
  readonly commands: string[];
  /** Sentences for the user about commands that pass because a part of their meaning is unknown. */
  readonly remarks: Set<string>;
  /** Each command with its view, so that another guard need not parse the script again; absent if no guard needs it. */
  readonly looks?: Look[];
}

/** A command that was judged by the rules. */
export interface Look {
  readonly view: CommandView;
  /** The words of the command, joined with blanks. */
  readonly text: string;
  /** The folder in which the command runs. */
  readonly folder: string | undefined;
  /** The command removes only things that earlier commands of the call made, so no rule applies. */
  readonly isCovered: boolean;
}

/**
 * The most characters of a command that are shown, and the most findings of one call; more would take too long, since
 * git is asked about most of them.
 */
const [SHOWN, MOST] = [10_000, 1000] as const;

/** The surroundings of a script, and the rules by which it is judged. */
interface Against {
  readonly around: KnownFolders;
  readonly io: Pick<Io, "env">;
  /** The rules that apply to a command. */
  readonly rulesOf: (view: CommandView) => readonly HarmRule[];
  /** Returns the text of the existing file at a path if it differs from the file in HEAD; else `undefined`. */
  readonly textOf?: (path: string) => string | undefined;
  /** Returns the text of the file at a path in HEAD. */
  readonly committed?: (path: string) => string | undefined;
  /** Looks up the meaning of an alias in git's settings. */
  readonly alias?: AliasOf;
  /** The shared limit of steps for all scripts of the call. */
  readonly budget?: Budget;
}

/**
 * Judges a script, and adds its commands, findings and remarks to `judged`.
 * @param folder the folder in which the script starts
 * @throws TooMuchScript if the script is too long, expands to more than can be read, or has too many findings
 */
export function judgeScript(script: string, folder: string | undefined, against: Against, judged: ScriptVerdict): void {
  const { around, io, budget = new Budget() } = against;
  const env = { TMPDIR: "/tmp", ...io.env, ...(around.home !== undefined && { HOME: around.home }) };
  const root = around.repository?.root;
  const judge = new Judge(script, { ...against, budget }, judged);
  followAt(script, folder, { env, ...(root !== undefined && { root }), budget }, judge);
}

const NO_FILES: readonly string[] = [];

/** The files to which a command saves the answer of a server. */
function loadedBy(view: CommandView, request: Request): readonly string[] {
  if (view.elsewhere) return NO_FILES;
  const { output = "-", operands } = request;
  return [...view.writes, ...(output === "" ? operands.map((word) => basename(word)) : output === "-" ? [] : [output])];
}

/**
 * The wrapper words by which a command runs on another machine or in a container; `undefined` if it runs on this
 * machine.
 */
function machineOf({ all, words }: Command): string | undefined {
  if (all.length <= words.length) return undefined;
  const before = all.slice(0, all.length - words.length);
  return elsewhereOf({ ...EMPTY, all: before }, undefined) ? before.join(" ") : undefined;
}

const EMPTY: Command = { words: [], all: [], assigned: [], taken: [], redirects: [], reads: [], fed: [] };

/** The rules that match a command. @param counts rules for which `counts` returns false are not tried */
export function matchesOf(
  { view, text, folder, isCovered }: Look,
  rules: readonly HarmRule[],
  counts: (rule: HarmRule) => boolean = () => true,
): readonly RuleMatch[] {
  if (isCovered) return NO_MATCH;
  let matches: RuleMatch[] | undefined;
  for (const rule of rules)
    if (counts(rule) && rule.matches(view)) (matches ??= []).push({ rule, view, command: text, folder });
  return matches ?? NO_MATCH;
}

const NO_MATCH: readonly RuleMatch[] = [];

/** The words of a command as a finding quotes these. */
function shownAs(name: string, own: readonly string[]): string {
  return withoutMarks([name, ...own].join(" ")).slice(0, SHOWN);
}

const NO_VARIABLE = () => undefined;

/** A command with the values that the script's interpreter knows at this point, if any. */
type Seen = Command & Partial<Pick<CallCommand, "known" | "variable">>;

class Judge {
  readonly #around: KnownFolders;
  readonly #here: Places;
  readonly #there: Places;
  readonly #rulesOf: Against["rulesOf"];
  readonly #judged: ScriptVerdict;
  readonly #functions: ReadonlySet<string>;
  readonly #mayBeSet: (name: string) => boolean;
  readonly #textOf: Against["textOf"];
  readonly committed: Against["committed"];
  readonly alias: AliasOf | undefined;
  readonly #budget: Budget;
  /**
   * For the present script and each script that started it: whether the script is a file that the session probably did
   * not write. For the commands of such a file only the catastrophic rules apply.
   */
  readonly #foreign: boolean[] = [];
  #nextIsForeign = false;
  /** Files that earlier commands saved from a server. */
  readonly #loaded = new Set<string>();
  /** The addresses of requests that commands sent. */
  readonly #requested: string[] = [];
  readonly #made = new MadeByCall();
  readonly #held = new HeldContents();
  readonly #secrets: SecretsRead;
  /** The machine of each script that started the present one; `undefined`: this machine. */
  readonly #outer: (Elsewhere | undefined)[] = [];
  readonly #spend = (steps: number) => this.#budget.spend(steps);
  readonly #unknown = () => {
    this.#judged.remarks.add(
      "Where a path leads that holds a variable or the output of a command is not known, so it passes.",
    );
  };
  /** The machine on which the present script runs; `undefined`: this machine. */
  #elsewhere: Elsewhere | undefined;
  #next: Elsewhere | undefined;

  constructor(
    script: string,
    { around, rulesOf, textOf, committed, alias, budget }: Against & { readonly budget: Budget },
    judged: ScriptVerdict,
  ) {
    this.#functions = functionNames(script);
    this.#mayBeSet = (name) => this.#outer.length > 0 || mayBeSet(script, name);
    this.#around = around;
    this.#here = new Places(around);
    const { home } = around;
    const there = { cwd: undefined, home, temporary: ["/tmp"], repository: undefined, isElsewhere: true } as const;
    this.#there = new Places(there, this.#here.disk);
    this.#secrets = new SecretsRead(home);
    this.#judged = judged;
    this.#rulesOf = rulesOf;
    this.#textOf = textOf;
    this.committed = committed;
    this.alias = alias;
    this.#budget = budget;
  }

  unnamed(): void {
    this.#judged.remarks.add("A command whose name is in a variable passes.");
  }

  opens(command: Command, scripts: readonly string[], pipeline: Pipeline, known: string | undefined) {
    // `ssh host` with a script on its input is itself the wrapper of that script.
    const isFed = /^s(?:sh|ftp)$/.test(command.words[0] ?? "");
    this.#next = elsewhereOf(isFed ? { ...command, words: [] } : command, known);
    const { isMachine = false } = this.#next ?? {};
    const before = isMachine ? pipeline.slice(0, pipeline.indexOf(command as Pipeline[number])) : [];
    const isGiven = before.some(({ words: [name = "", ...own] }) => printsEnvironment(name, own));
    this.#look({ ...command, known }, [...scripts, ...(isGiven ? [ENVIRONMENT] : [])], pipeline);
    return this.#next && { folder: this.#next.folder };
  }

  /**
   * @returns the text of a script file on this machine that an earlier command wrote or that differs from HEAD;
   * `undefined` for any other file. On another machine only a copy of such a file is known, by its name if an earlier
   * call made the copy.
   */
  starts(path: string, written: string | undefined, command: Command, isCopy = false): string | undefined {
    const there = elsewhereOf(command, undefined);
    const isFar = (this.#elsewhere !== undefined && !isCopy) || there !== undefined;
    const { cwd } = this.#around;
    if (isFar && (written !== undefined || cwd === undefined)) return undefined;
    const file = isFar ? copiedFrom(path, cwd!) : path;
    const text = written ?? this.#textOf?.(file);
    if (text !== undefined && there) this.#next = there;
    this.#nextIsForeign = written === undefined && text !== undefined && !this.#isWorkInProgress(file);
    return text;
  }

  /**
   * Whether an uncommitted script file is in a folder to which a session writes: the worktree or a temporary folder,
   * but not a folder that a tool installed or built. A script anywhere else is a tool that the user installed, and is
   * not judged.
   */
  #isWorkInProgress(path: string): boolean {
    const root = this.#around.repository?.root;
    return this.#here.of(path, undefined).every((place) => {
      if (place.kind === "temporary" || place.kind.endsWith("repository")) return true;
      return (
        place.kind === "inside" &&
        root !== undefined &&
        !isMadeAgain(
          relative(root, place.path ?? path)
            .split(sep)
            .join("/"),
        )
      );
    });
  }

  inner(does: "begin" | "end"): void {
    if (does === "end") {
      this.#elsewhere = this.#outer.pop();
      this.#foreign.pop();
    } else {
      this.#foreign.push(this.#nextIsForeign || this.#foreign.at(-1) === true);
      this.#nextIsForeign = false;
      this.#outer.push(this.#elsewhere);
      this.#elsewhere = this.#next ?? this.#elsewhere;
      this.#next = undefined;
    }
  }

  /** The mark of the files of secrets that a command of this machine prints. */
  adds(command: CallCommand): string | undefined {
    return this.#elsewhere || elsewhereOf(command, command.known) ? undefined : this.#secrets.markOf(command);
  }

  command(command: CallCommand): void {
    const program = command.words[0] ?? "";
    // `find` passes every file below its folders to the command, so a deletion or a change of rights is recursive.
    const isDeep = command.found && (program === "rm" || columnOf(program, "rights"));
    const words = isDeep ? [program, program === "rm" ? "-r" : "-R", ...command.words.slice(1)] : undefined;
    this.#look(words ? { ...command, words } : command, command.input, command.pipeline);
  }

  readonly #counts = ({ level }: HarmRule) => level === "catastrophic" || this.#foreign.at(-1) !== true;

  /**
   * Judges a command by the rules. @param shown the command that a finding quotes, if it is not `command` itself: `find
   * … -delete` is judged as `rm -r`, and quoted as it is
   */
  #look(command: Seen, fed: readonly string[], pipeline: Pipeline, shown?: string): void {
    const given = command.words[0] ?? "";
    const own = command.words.slice(1);
    const name = given.toLowerCase();
    const text = shown ?? shownAs(name, own);
    if (name !== "" && shown === undefined) this.#judged.commands.push(text);
    const elsewhere = this.#elsewhereOf(command);
    const folder = elsewhere ? elsewhere.folder : command.known;
    const machine = machineOf(command);
    const isLeaving = machine !== undefined || isElsewhere(given);
    const view = viewOf({
      command,
      name,
      own,
      fed,
      pipeline,
      around: this.#around,
      places: elsewhere ? this.#there : this.#here,
      elsewhere,
      folder,
      isLeaving,
      isFunction: this.#functions.has(name),
      variable: command.variable ?? NO_VARIABLE,
      mayBeSet: this.#mayBeSet,
      loaded: this.#loaded,
      requested: this.#requested,
      made: this.#made,
      held: this.#held,
      secretsRead: this.#secrets.files,
      read: elsewhere ? undefined : this.#secrets.markOf(command),
      isConnected: this.#secrets.isConnected,
      variablesOf: elsewhere ? undefined : this.#secrets.loaded,
      spend: this.#spend,
      unknown: this.#unknown,
    });
    const rules = this.#rulesOf(view);
    // A command that only prints makes no file or thing, so `MadeByCall` need not see it.
    const isIdle = rules.length === 0 && !command.found;
    const where = machine ?? this.#elsewhere;
    const isCovered = !isIdle && this.#made.covers(view, where);
    const look: Look = { view, text, folder: elsewhere ? undefined : folder, isCovered };
    this.#judged.looks?.push(look);
    if (isIdle) return;
    const { findings } = this.#judged;
    findings.push(...matchesOf(look, rules, this.#counts));
    if (findings.length > MOST) throw new TooMuchScript();
    this.#made.note(view, where);
    this.#held.note(view, view.reads, elsewhere ? undefined : this.#secrets.namedBy(command, fed));
    const request = requestOf(name, own);
    if (request) this.#requested.push(...asAsked(own, request.operands));
    if (request) for (const file of loadedBy(view, request)) this.#loaded.add(resolve(folder ?? "/", file));
    const here = deletedHere(view);
    if (here.length > 0) this.#lookHere(here);
    // The options of `find`: if the command is `find` itself, its words; if `find … -exec` runs the command, the words
    // of that `find`.
    const find = name === "find" ? own : (command.found ?? []);
    if (shown === undefined && find.includes("-delete"))
      this.#look({ ...command, words: ["rm", "-r", "--", ...foundBy(find)] }, [], [], text);
  }

  /**
   * The other machine on which a command runs, with the folder there. The machine is named by the command's own wrapper
   * (`ssh`), or by the wrapper of the script that holds the command.
   */
  #elsewhereOf(command: Seen): Elsewhere | undefined {
    const own = elsewhereOf(command, command.known);
    if (own || !this.#elsewhere) return own;
    const { folder: _start, ...rest } = this.#elsewhere;
    return { ...rest, ...(command.known !== undefined && { folder: command.known }) };
  }

  /** Judges a command in a container that deletes paths of this machine, which are mounted in the container. */
  #lookHere(paths: readonly string[]): void {
    const there = this.#elsewhere;
    this.#elsewhere = undefined;
    const words = ["rm", "-r", "--", ...paths];
    this.#look({ ...EMPTY, words, all: words }, [], []);
    this.#elsewhere = there;
  }
}
