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
import { ENVIRONMENT, filesMarked, printsEnvironment, withoutMarks } from "../../shell/doors/effects.ts";
import { interpreterOf, languageOf } from "../../shell/doors/code.ts";
import { columnOf, kindOf } from "../../shell/doors/programs.ts";
import type { SecretCopies } from "../../session/secret-copies.ts";
import { isPattern } from "../expand-pattern.ts";
import { deletedHere, elsewhereOf } from "./elsewhere.ts";
import { HeldContents, NO_MARK } from "./held-contents.ts";
import { EMPTY, isLeaving, Machines } from "./machines.ts";
import { MadeByCall } from "./made-by-call.ts";
import { Places, type KnownFolders } from "./places.ts";
import { ScriptOrigins } from "./script-origins.ts";
import { SecretsRead } from "./secrets-read.ts";
import { SentRequests } from "./sent-requests.ts";
import type { HarmRule, CommandView } from "./rule.ts";
import { matchesOf, type ScriptVerdict } from "./script-verdict.ts";
import { copiedFrom } from "./started-files.ts";
import { takenInBy } from "./taken-in.ts";
import { viewOf } from "./view-of.ts";

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
  /** The files that earlier calls of the session made of secrets; absent: none. */
  readonly copies?: SecretCopies | undefined;
  /** The call has other scripts, whose commands may run before those of this one. */
  readonly hasOthers?: boolean;
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
  judge.noteWritten();
}

/** The words of a command as a finding quotes these. */
function shownAs(name: string, own: readonly string[]): string {
  return withoutMarks([name, ...own].join(" ")).slice(0, SHOWN);
}

const NO_VARIABLE = () => undefined;

/** A command with the values that the script's interpreter knows at this point, if any. */
type Seen = Command & Partial<Pick<CallCommand, "known" | "variable">> & { readonly isOpened?: true };

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
  readonly #origins: ScriptOrigins;
  readonly #machines = new Machines();
  readonly #requests = new SentRequests();
  readonly #made = new MadeByCall();
  readonly #held: HeldContents;
  readonly #secrets: SecretsRead;
  readonly #spend = (steps: number) => this.#budget.spend(steps);
  readonly #unknown = () => {
    this.#judged.remarks.add(
      "Where a path leads that holds a variable or the output of a command is not known, so it passes.",
    );
  };

  constructor(
    script: string,
    { around, rulesOf, textOf, committed, alias, copies, budget, hasOthers }: Against & { readonly budget: Budget },
    judged: ScriptVerdict,
  ) {
    this.#functions = functionNames(script);
    this.#mayBeSet = (name) => this.#origins.isInner || mayBeSet(script, name);
    this.#around = around;
    if (hasOthers) this.#made.noteUnknown();
    this.#made.noteScript(script);
    this.#here = new Places(around);
    this.#origins = new ScriptOrigins(this.#here, around.repository?.root);
    const { home } = around;
    const there = { cwd: undefined, home, temporary: ["/tmp"], repository: undefined, isElsewhere: true } as const;
    this.#there = new Places(there, this.#here.disk);
    this.#secrets = new SecretsRead(home);
    this.#held = new HeldContents(copies ? (path) => this.#markBefore(copies, path) : NO_MARK);
    this.#judged = judged;
    this.#rulesOf = rulesOf;
    this.#textOf = textOf;
    this.committed = committed;
    this.alias = alias;
    this.#budget = budget;
  }

  #markBefore(copies: SecretCopies, path: string): string | undefined {
    const content = copies.holds(path);
    if (content === undefined || !(isPattern(path) || this.#here.disk.isThere(path))) return undefined;
    return content === "environment" ? ENVIRONMENT : this.#secrets.markOfCopy(path);
  }

  /** Adds what the commands wrote to the verdict. Values that a search picked from a file of secrets do not count. */
  noteWritten(): void {
    for (const [path, marks] of this.#held.written) {
      const files = filesMarked(marks).flatMap(({ file, isPicked }) =>
        isPicked ? [] : (this.#secrets.files[file] ?? []),
      );
      this.#judged.written?.set(path, [...files, ...(marks.includes(ENVIRONMENT) ? [ENVIRONMENT] : [])]);
    }
  }

  unnamed(): void {
    this.#judged.remarks.add("A command whose name is in a variable passes.");
  }

  opens(command: Command, scripts: readonly string[], pipeline: Pipeline, known: string | undefined) {
    const next = this.#machines.open(command, known);
    const before = next?.isMachine ? pipeline.slice(0, pipeline.indexOf(command as Pipeline[number])) : [];
    const isGiven = before.some(({ words: [name = "", ...own] }) => printsEnvironment(name, own));
    this.#look({ ...command, known, isOpened: true }, [...scripts, ...(isGiven ? [ENVIRONMENT] : [])], pipeline);
    return next && { folder: next.folder };
  }

  /**
   * @returns the text of a script file on this machine that an earlier command wrote or that differs from HEAD;
   * `undefined` for any other file. On another machine only a copy of such a file is known, by its name if an earlier
   * call made the copy.
   */
  starts(path: string, written: string | undefined, command: Command, isCopy = false): string | undefined {
    const isThere = elsewhereOf(command, undefined) !== undefined;
    const isFar = (this.#machines.isAway && !isCopy) || isThere;
    const { cwd } = this.#around;
    if (isFar && (written !== undefined || cwd === undefined)) return undefined;
    const file = isFar ? copiedFrom(path, cwd!) : path;
    const text = written ?? this.#textOf?.(file) ?? (isFar ? undefined : this.#takenIn(file, command));
    if (text !== undefined && isThere) this.#machines.open(command, undefined);
    this.#origins.start(file, written === undefined && text !== undefined);
    if (text !== undefined) this.#made.noteScript(text);
    return text === undefined ? undefined : SecretsRead.withoutSecrets(file, text);
  }

  /** The part of a committed script file that takes in files which are not committed. */
  #takenIn(path: string, { words: [name = ""] }: Command): string | undefined {
    const { cwd } = this.#around;
    const textOf = this.#textOf;
    if (cwd === undefined || textOf === undefined || !this.#here.disk.isFile(path)) return undefined;
    const text = this.committed?.(path);
    if (text === undefined) return undefined;
    const isCode = kindOf(name) === "code" || kindOf(interpreterOf(text) ?? languageOf(path).language ?? "") === "code";
    return takenInBy(text, { path, cwd, isCode, textOf });
  }

  /** @returns the text of such a file on this machine, or the mark of a file of secrets: see `SecretsRead` */
  shows(path: string, written: string | undefined): string | undefined {
    if (this.#machines.isAway) return undefined;
    return this.#secrets.markOfNamed(path) ?? written ?? this.#textOf?.(path);
  }

  /** @returns the text of such a file on this machine, which is judged as a part of the script that takes it in */
  includes(path: string, written: string | undefined): string | undefined {
    const text = this.#machines.isAway ? undefined : (written ?? this.#textOf?.(path));
    return text === undefined ? undefined : SecretsRead.withoutSecrets(path, text);
  }

  inner(does: "begin" | "end"): void {
    this.#machines.inner(does);
    this.#origins.inner(does);
  }

  /** The mark of the files of secrets that a command of this machine prints. */
  adds(command: CallCommand): string | undefined {
    return this.#machines.of(command) ? undefined : this.#secrets.markOf(command);
  }

  command(command: CallCommand): void {
    const program = command.words[0] ?? "";
    // `find` passes every file below its folders to the command, so a deletion or a change of rights is recursive.
    const isDeep = command.found && (program === "rm" || columnOf(program, "rights"));
    const words = isDeep ? [program, program === "rm" ? "-r" : "-R", ...command.words.slice(1)] : undefined;
    this.#look(words ? { ...command, words } : command, command.input, command.pipeline);
  }

  readonly #counts = ({ level }: HarmRule) => level === "catastrophic" || !this.#origins.isForeign;

  /**
   * Judges a command by the rules. @param shown the command that a finding quotes, if it is not `command` itself: `find
   * … -delete` is judged as `rm -r`, and quoted as it is
   */
  #look(command: Seen, fed: readonly string[], pipeline: Pipeline, shown?: string): void {
    const view = this.#viewOf(command, fed, pipeline);
    const { name, own } = view;
    const text = shown ?? shownAs(name, own);
    if (name !== "" && shown === undefined) this.#judged.commands.push(text);
    const rules = this.#rulesOf(view);
    // A command that only prints makes no file or thing, so `MadeByCall` need not see it.
    const isIdle = rules.length === 0 && !command.found;
    const where = this.#machines.wayTo(command);
    const isCovered = !isIdle && this.#made.covers(view, where);
    const folder = view.elsewhere ? undefined : view.folder;
    const look = { view, text, folder, isCovered };
    this.#judged.looks?.push(look);
    if (isIdle) return;
    const { findings } = this.#judged;
    findings.push(...matchesOf(look, rules, this.#counts));
    if (findings.length > MOST) throw new TooMuchScript();
    this.#made.note(view, where, command.isOpened);
    this.#held.note(view, view.reads, view.elsewhere ? undefined : this.#secrets.namedBy(command, fed));
    this.#requests.note(view, view.folder);
    this.#lookAtDeleted(view);
    if (shown === undefined) this.#lookAtFound(command, view, text);
  }

  #viewOf(command: Seen, fed: readonly string[], pipeline: Pipeline): CommandView {
    const [given = "", ...own] = command.words;
    const name = given.toLowerCase();
    const elsewhere = this.#machines.of(command);
    const isHere = elsewhere === undefined;
    return viewOf({
      command,
      name,
      own,
      fed,
      pipeline,
      around: this.#around,
      places: isHere ? this.#here : this.#there,
      elsewhere,
      folder: isHere ? command.known : elsewhere.folder,
      isLeaving: isLeaving(command),
      isFunction: this.#functions.has(name),
      variable: command.variable ?? NO_VARIABLE,
      mayBeSet: this.#mayBeSet,
      loaded: this.#requests.loaded,
      requested: this.#requests.addresses,
      made: this.#made,
      held: this.#held,
      secretsRead: this.#secrets.files,
      read: isHere ? this.#secrets.markOf(command) : undefined,
      isConnected: this.#secrets.isConnected,
      variablesOf: isHere ? this.#secrets.loaded : undefined,
      spend: this.#spend,
      unknown: this.#unknown,
    });
  }

  /** Judges a command in a container that deletes paths of this machine, which are mounted in the container. */
  #lookAtDeleted(view: CommandView): void {
    const paths = deletedHere(view);
    if (paths.length === 0) return;
    const words = ["rm", "-r", "--", ...paths];
    this.#machines.atHome(() => this.#look({ ...EMPTY, words, all: words }, [], []));
  }

  /** Judges the deletion by `find … -delete`, or by a `find` that also runs a command (`-exec`), as `rm -r`. */
  #lookAtFound(command: Seen, { name, own }: CommandView, text: string): void {
    const find = name === "find" ? own : (command.found ?? []);
    if (find.includes("-delete")) this.#look({ ...command, words: ["rm", "-r", "--", ...foundBy(find)] }, [], [], text);
  }
}
