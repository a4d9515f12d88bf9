import { basename, dirname } from "node:path";
import type { DiskView } from "../../kit/disk-view.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { parseGit } from "../../shell/doors/git.ts";
import { operandsOf } from "../../shell/doors/options.ts";
import { backupsOf } from "./changed-files.ts";
import { contextChosen } from "./cluster-context.ts";
import { MadeTables } from "./made-tables.ts";
import { MadeThings } from "./made-things.ts";
import { mayFillAny } from "./may-fill.ts";
import type { CommandView } from "./rule.ts";

/** Programs that mount another folder over an existing one. */
const MOUNTS = oneOf("mount sshfs bindfs mergerfs gcsfuse s3fs ntfs-3g encfs cryfs hdiutil");

/**
 * The files, folders and things at services that earlier commands of the call created, so that their removal loses
 * nothing. The call is judged before it runs, so a file that exists now was not made by it.
 */
export class MadeByCall {
  readonly #paths = new PathsInOrder();
  /** Paths to which the call moved files that existed before it. */
  readonly #filled = new PathsInOrder();
  /** The folders above the paths in `#filled`. */
  readonly #aboveFilled = new PathsInOrder();
  /** Paths to which the call moved files from outside of the worktree. */
  readonly #brought = new PathsInOrder();
  /** The folders above the paths in `#brought`. */
  readonly #aboveBrought = new PathsInOrder();
  readonly #things = new MadeThings();
  readonly #tables = new MadeTables();
  #context: string | undefined;
  #hasJobs = false;
  /** A command of the call may have moved files to any path. */
  #isAnyFilled = false;
  /** The commands of the call may run again, or in another order than they stand in it. */
  #repeats = false;
  #fills: ((path: string) => boolean) | undefined;
  /** The last result of `teller`, as long as no command has made or filled a further path. */
  #tells: ((path: string) => boolean) | undefined;

  /** The context of a cluster that the call has selected. */
  get context(): string | undefined {
    return this.#context;
  }

  /** Whether a command has printed the user's planned jobs: `crontab -l`. */
  get hasJobs(): boolean {
    return this.#hasJobs;
  }

  /**
   * A function that tells whether a path lies in a folder that the call has made up to now. Its answers stay the same
   * when later commands make further folders.
   */
  teller(): (path: string) => boolean {
    const made = this.#paths.size;
    if (made === 0) return NEVER;
    if (this.#tells === undefined) {
      const [filled, above] = [this.#filled.size, this.#aboveFilled.size];
      this.#tells = (path) =>
        this.#paths.holds(path, made) && !this.#filled.holds(path, filled) && !this.#aboveFilled.has(path, above);
    }
    return this.#tells;
  }

  /**
   * A function that tells whether the call may have moved files to a path, or below it, up to now. If its commands may
   * run again, all of them count.
   */
  filler(): (path: string) => boolean {
    if (this.#fills === undefined) {
      const [filled, above, isAny] = [this.#filled.size, this.#aboveFilled.size, this.#isAnyFilled];
      this.#fills = (path) => {
        const [most, mostAbove] = this.#repeats ? [this.#filled.size, this.#aboveFilled.size] : [filled, above];
        return (
          isAny ||
          (this.#repeats && this.#isAnyFilled) ||
          this.#filled.holds(path, most) ||
          this.#aboveFilled.has(path, mostAbove)
        );
      };
    }
    return this.#fills;
  }

  /** Notes the text of a script of the call: the commands of a loop or a trap may run after later ones. */
  noteScript(text: string): void {
    this.#repeats ||= REPEATS.test(text);
  }

  /** Notes that files may have been moved to any path. */
  noteUnknown(): void {
    this.#isAnyFilled = true;
    this.#fills = undefined;
  }

  /**
   * A function that tells whether a path is in, or is above, files that the call has moved into the worktree up to now.
   */
  bringer(): (path: string) => boolean {
    if (this.#brought.size === 0) return NEVER;
    const [brought, above] = [this.#brought.size, this.#aboveBrought.size];
    return (path) => this.#brought.holds(path, brought) || this.#aboveBrought.has(path, above);
  }

  /**
   * Whether a command removes only things that the call has made.
   * @param where the wrapper words that lead to the machine on which the command runs: see `Machines.wayTo`
   */
  covers(view: CommandView, where: string | undefined): boolean {
    return this.#things.has(view, where) || this.#tables.has(view, where);
  }

  /** @param isOpened the command's scripts are followed, so that only their commands count */
  note(view: CommandView, where: string | undefined, isOpened = false): void {
    this.#things.note(view, where);
    this.#context = contextChosen(view) ?? this.#context;
    this.#hasJobs ||= view.name === "crontab" && view.own.includes("-l");
    if (!isOpened && !this.#isAnyFilled && mayFillAny(view)) this.noteUnknown();
    if (view.elsewhere) return;
    if (MOUNTS.test(view.name)) this.#fill(["/"]);
    const backups = pathsOf(view, backupsOf(view));
    if (backups.length > 0) this.#fill(backups);
    const { does, sources = [], target } = view.carried ?? {};
    const isMoved = does !== undefined && (does !== "copy" || view.own.includes("--remove-source-files"));
    if (isMoved && target !== undefined) {
      const paths = pathsOf(view, [target]);
      this.#fill(paths);
      if (view.places(sources).some(({ kind }) => kind === "outside" || kind === "everything"))
        addWithWay(paths, this.#brought, this.#aboveBrought);
    } else
      for (const path of pathsOf(view, madeBy(view)))
        if (!view.disk.isThere(path)) this.#add(topMissing(path, view.disk));
  }

  #add(path: string): void {
    const before = this.#paths.size;
    this.#paths.add(path);
    if (this.#paths.size > before) this.#tells = undefined;
  }

  /** Notes paths to which the call moved files, and the folders above these. */
  #fill(paths: readonly string[]): void {
    addWithWay(paths, this.#filled, this.#aboveFilled);
    this.#tells = undefined;
    this.#fills = undefined;
  }
}

function addWithWay(paths: readonly string[], places: PathsInOrder, above: PathsInOrder): void {
  for (const path of paths) {
    places.add(path);
    for (const folder of wayUp(path)) above.add(folder);
  }
}

const NEVER = () => false;
const REPEATS = /\b(?:while|until|for|select|trap)\b/;

/** Paths in the order in which they were added. A look-up takes as many steps as the path has folders. */
class PathsInOrder {
  readonly #orders = new Map<string, number>();

  get size(): number {
    return this.#orders.size;
  }

  add(path: string): void {
    if (!this.#orders.has(path)) this.#orders.set(path, this.#orders.size);
  }

  /** Whether a path is among the `first` paths that were added earliest. */
  has(path: string, first: number): boolean {
    return (this.#orders.get(path) ?? first) < first;
  }

  /** Whether a path, or a folder above it, is among the `first` paths that were added earliest. */
  holds(path: string, first: number): boolean {
    return first > 0 && wayUp(path).some((one) => this.has(one, first));
  }
}

/** A path, and the folders above it. */
function wayUp(path: string): string[] {
  const way = [path];
  for (let last = path; dirname(last) !== last; ) way.push((last = dirname(last)));
  return way;
}

function pathsOf(view: CommandView, words: readonly string[]): string[] {
  return words.length === 0
    ? []
    : view.places(words).flatMap(({ path, isContents }) => (path && !isContents ? [path] : []));
}

/** The words of a command with the names of files and folders that the command creates. */
function madeBy(view: CommandView): readonly string[] {
  const { name, own, appends } = view;
  if (name === "mkdir" || name === "touch" || name === "mkfifo")
    return operandsOf(own, "mdtr --mode --date --reference");
  if (name === "git") return madeByGit(own);
  const { replaced, emptied } = view.changed;
  return [...replaced, ...emptied, ...appends];
}

function madeByGit(own: readonly string[]): readonly string[] {
  const { verb, own: rest } = parseGit(own);
  const operands = operandsOf(rest, "bBcoju --branch --origin --depth --config --jobs --reference --template --filter");
  if (verb === "worktree") return operands[0] === "add" ? operands.slice(1, 2) : [];
  if (verb === "init") return operands.slice(0, 1);
  if (verb !== "clone") return [];
  return operands.length > 1 ? operands.slice(1, 2) : operands.map((from) => basename(from).replace(/\.git$/, ""));
}

/**
 * The topmost folder above a path that does not exist yet, and so is created together with the path; the path itself if
 * its folder exists.
 */
function topMissing(path: string, disk: DiskView): string {
  let top = path;
  while (dirname(top) !== top && !disk.isThere(dirname(top))) top = dirname(top);
  return top;
}
