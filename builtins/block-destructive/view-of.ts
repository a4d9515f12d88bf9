import { resolve } from "node:path";

import type { DiskView } from "../../kit/disk-view.ts";
import { findRepository } from "../../worktree/doors/worktree.ts";
import { carriedBy, filesMarked, type Carried } from "../../shell/doors/effects.ts";
import { targetOf, type Command, type Pipeline } from "../../shell/doors/script.ts";
import { changedFiles } from "./changed-files.ts";
import type { HeldContents } from "./held-contents.ts";
import type { MadeByCall } from "./made-by-call.ts";
import type { ChangedFiles, Elsewhere } from "./targets.ts";
import { isThere, type KnownFolders, type PathTarget, type Places } from "./places.ts";
import type { CommandView } from "./rule.ts";

/** A command and the state of the script at that point. The command's view is made from both. */
interface Seen {
  readonly command: Command;
  readonly name: string;
  readonly own: readonly string[];
  readonly fed: readonly string[];
  readonly pipeline: Pipeline;
  /** The known folders of this machine. */
  readonly around: KnownFolders;
  /** Finds the targets of the command's words, on the machine on which the command runs. */
  readonly places: Places;
  readonly folder: string | undefined;
  readonly elsewhere: Elsewhere | undefined;
  readonly isFunction: boolean;
  readonly variable: CommandView["variable"];
  readonly mayBeSet: CommandView["mayBeSet"];
  /** Files that earlier commands of the script saved from servers. */
  readonly loaded: ReadonlySet<string>;
  /** The addresses to which commands of the script sent requests. */
  readonly requested: readonly string[];
  /** The command passes its input from this machine to another one. */
  readonly isLeaving: boolean;
  /** The files to which earlier commands of the script wrote the environment or files of secrets. */
  readonly held: HeldContents;
  /** The files of secrets that commands of the call have read so far, by their numbers. */
  readonly secretsRead: readonly string[];
  /** The file of secrets whose variables an earlier command has set last. */
  readonly variablesOf: string | undefined;
  /** The mark of the files of secrets that the command itself reads. */
  readonly read: string | undefined;
  /** An earlier command of the call opened a connection to another machine: `exec 3<>/dev/tcp/HOST/PORT`. */
  readonly isConnected: boolean;
  /** The files and things that earlier commands of the script made. */
  readonly made: MadeByCall;
  /** Subtracts steps from the call's limit of steps; throws if none are left. */
  readonly spend: (steps: number) => void;
  /** Called if the target of a path is unknown. */
  readonly unknown: () => void;
}

const NONE: readonly string[] = [];
const NO_PLACES: readonly PathTarget[] = [];
const isUnknown = ({ kind }: PathTarget) => kind === "unknown";
const NEVER = () => false;
const ALWAYS = () => true;
const NAMES = new WeakMap<Pipeline, readonly string[]>();

/** The names of the programs in a pipeline. They are kept, since each command of the pipeline needs them. */
function namesOf(pipeline: Pipeline): readonly string[] {
  const known = NAMES.get(pipeline);
  if (known) return known;
  const names = pipeline.map((one) => one.words[0] ?? "");
  NAMES.set(pipeline, names);
  return names;
}

export function viewOf(seen: Seen): CommandView {
  return new View(seen);
}

/** Whether a command runs with the rights of another user, who may see files that this user does not. */
function hasOtherRights({ all, words }: Command): boolean {
  return all !== words && all.some((word) => /^(?:\S*\/)?(?:sudo|doas|pkexec|runuser|su)$/.test(word));
}

/** A word without the folders in it. */
function baseOf(word: string): string {
  return word.slice(Math.max(word.lastIndexOf("/"), word.lastIndexOf("\\")) + 1);
}

/**
 * The view of a command. It is a class, since a long script has tens of thousands of views. Rules take methods off a
 * view (`({ places }) => …`), so each getter returns a bound function.
 */
class View implements CommandView {
  readonly #seen: Seen;
  #carried: Carried | null | undefined = null;
  #changed: ChangedFiles | undefined;
  readonly name: string;
  readonly own: readonly string[];
  readonly writes: readonly string[];
  readonly appends: readonly string[];
  readonly chosenContext: string | undefined;
  readonly isMadeByCall: CommandView["isMadeByCall"];
  readonly mayBeFilled: CommandView["mayBeFilled"];
  readonly isBroughtByCall: CommandView["isBroughtByCall"];

  constructor(seen: Seen) {
    const { command, elsewhere, made } = seen;
    const target = elsewhere ? undefined : targetOf(command);
    this.#seen = seen;
    this.name = seen.name;
    this.own = seen.own;
    this.writes = target && !target.appends ? [target.file] : NONE;
    this.appends = target?.appends ? [target.file] : NONE;
    this.chosenContext = made.context;
    this.isMadeByCall = elsewhere ? NEVER : made.teller();
    this.mayBeFilled = elsewhere || hasOtherRights(command) ? ALWAYS : made.filler();
    this.isBroughtByCall = elsewhere ? NEVER : made.bringer();
  }

  get assigned(): readonly string[] {
    return this.#seen.command.assigned;
  }

  get fed(): readonly string[] {
    return this.#seen.fed;
  }

  get takesWords(): boolean {
    return this.#seen.command.readsWords === true;
  }

  get hasJobs(): boolean {
    return this.#seen.made.hasJobs;
  }

  get home(): string | undefined {
    return this.#seen.around.home;
  }

  get folder(): string | undefined {
    return this.#seen.folder;
  }

  get elsewhere(): Elsewhere | undefined {
    return this.#seen.elsewhere;
  }

  get worktree(): string | undefined {
    return this.#seen.around.repository?.root;
  }

  get isFunction(): boolean {
    return this.#seen.isFunction;
  }

  get requested(): readonly string[] {
    return this.#seen.requested;
  }

  get isLeaving(): boolean {
    return this.#seen.isLeaving;
  }

  get disk(): DiskView {
    return this.#seen.places.disk;
  }

  get variable(): CommandView["variable"] {
    return this.#seen.variable;
  }

  get mayBeSet(): CommandView["mayBeSet"] {
    return this.#seen.mayBeSet;
  }

  get called(): string {
    const { command, name } = this.#seen;
    return command.all.find((word) => baseOf(word.toLowerCase()) === name) ?? name;
  }

  get pipeline(): readonly string[] {
    return namesOf(this.#seen.pipeline);
  }

  get piped(): readonly string[] {
    const { command, own, pipeline, spend } = this.#seen;
    const given = new Set(own);
    spend(pipeline.length);
    // What stands behind the command gets its output, and gives it nothing: `curl … | tee .env`.
    const at = pipeline.findIndex((one) => one.all === command.all);
    const before = at === -1 ? pipeline : pipeline.slice(0, at);
    const others = before.flatMap((one) => [...one.words.slice(1), ...one.reads]);
    return [...others.filter((word) => !given.has(word)), ...command.reads];
  }

  get searched(): readonly string[] | undefined {
    const { command, pipeline } = this.#seen;
    const at = command.all.indexOf("find");
    if (command.found || at !== -1) return command.found ?? command.all.slice(at + 1);
    return pipeline.find((one) => one.words[0] === "find")?.words.slice(1);
  }

  get carried(): Carried | undefined {
    if (this.#carried === null) this.#carried = carriedBy(this.name, this.own);
    return this.#carried;
  }

  get changed(): ChangedFiles {
    return (this.#changed ??= changedFiles(this));
  }

  get places(): CommandView["places"] {
    return (named) => {
      const { places, folder, elsewhere, unknown } = this.#seen;
      // Most commands name one file or none, and a long script has tens of thousands of commands.
      if (named.length === 0) return NO_PLACES;
      const targets =
        named.length === 1 ? places.of(named[0]!, folder) : named.flatMap((word) => places.of(word, folder));
      if (!elsewhere && targets.some(isUnknown)) unknown();
      return targets;
    };
  }

  get repository(): CommandView["repository"] {
    return (other = "") => {
      const { around } = this.#seen;
      if (this.folder === undefined || this.elsewhere) return undefined;
      const place = other === "" ? this.folder : this.places([other])[0]?.path;
      if (place === undefined) return undefined;
      return place === around.cwd ? around.repository : findRepository(place);
    };
  }

  get isLoaded(): CommandView["isLoaded"] {
    return (word) =>
      word !== "" && this.#seen.loaded.size > 0 && this.#seen.loaded.has(resolve(this.folder ?? "/", word));
  }

  get contentsOf(): CommandView["contentsOf"] {
    return (word) => (this.elsewhere ? NONE : this.#seen.held.of(word, this.folder));
  }

  get secretsIn(): CommandView["secretsIn"] {
    return (texts) =>
      filesMarked(texts).map(({ file, isPicked }) => ({ path: this.#seen.secretsRead[file] ?? "", isPicked }));
  }

  get loaded(): string | undefined {
    return this.#seen.variablesOf;
  }

  get reads(): string | undefined {
    return this.#seen.read;
  }

  get isConnected(): boolean {
    return this.#seen.isConnected;
  }

  get isThere(): CommandView["isThere"] {
    return (word) => !this.elsewhere && isThere(word, this.folder, this.disk);
  }
}
