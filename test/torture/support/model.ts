import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";

import { foldersOf, type GitPath } from "../../../shadow-repo/git-path.ts";
import { copyOf, emptyFolders, type Copy } from "./files.ts";
import type { TortureWorld } from "./torture-world.ts";

/** The worktree at one moment: everything in it, and the part of it that a capture has to hold. */
export interface State {
  readonly all: Copy;
  readonly recorded: Copy;
  /** Tracked files that the ignore rules hide. A test of their own holds them; here both answers are right. */
  readonly hidden: ReadonlySet<GitPath>;
  /** Every ignore rule there is: where they change, new and uncovered files look alike. */
  readonly rules: string;
  /** Folders with nothing in them. */
  readonly empty: ReadonlySet<GitPath>;
}

/** What the source's own git would add, with `git status`'s eyes, is what has to be recorded. */
export function stateOf(world: TortureWorld): State {
  const all = copyOf(world.root);
  const listed = (...what: string[]) => spawnSync("git", ["--literal-pathspecs", "ls-files", "-z", ...what, "--exclude-standard"], { cwd: world.root, env: world.env, maxBuffer: 1 << 28 }).stdout.toString("latin1").split("\0");
  const recorded = new Map<GitPath, string>();
  for (const path of listed("-c", "-o")) {
    const value = all.get(path);
    if (value !== undefined) recorded.set(path, value);
  }
  const rules = [...all].filter(([path]) => path === ".gitignore" || path.endsWith("/.gitignore"));
  return { all, recorded, hidden: new Set(listed("-c", "-i")), rules: JSON.stringify([...rules, readFileSync(join(world.root, ".git/info/exclude"), { encoding: "latin1", flag: "a+" })]), empty: new Set(emptyFolders(world.root)) };
}

/** A change that an undo, a redo or a restore takes back. */
export interface Step {
  readonly before: State;
  readonly after: State;
  /** The folder that was captured. */
  readonly prefix: GitPath;
}

/** What one path shall become; absent is a deletion. */
export interface Target {
  readonly value: string | undefined;
  /** What is expected to be there; anything else was edited since. */
  readonly expected: string | undefined;
  /**
   * The file was there before without being recorded, or may have been, since the ignore rules changed meanwhile: then it
   * may also stay. Whether a change made it or only uncovered it cannot always be told, and staying loses nothing.
   */
  readonly mayStay: boolean;
  /** And where it was deleted by a later step, it may come back. */
  readonly or: string | undefined;
}

/** The paths that steps, oldest first, take back: of several that speak about one, the first says what to go back to. */
export function targetsOf(steps: readonly Step[]): Map<GitPath, Target> {
  const targets = new Map<GitPath, Target>();
  for (const { before, after, prefix } of steps) {
    for (const path of new Set([...before.recorded.keys(), ...after.recorded.keys()])) {
      const [value, now] = [before.recorded.get(path), after.recorded.get(path)];
      if (!path.startsWith(prefix) || value === now) continue;
      if (now === undefined && after.all.has(path)) continue; // it only became ignored
      const older = targets.get(path);
      const mayStay = before.hidden.has(path) || after.hidden.has(path) || (value === undefined && (before.all.has(path) || before.rules !== after.rules));
      targets.set(path, older ? { ...older, expected: now, mayStay: older.mayStay || mayStay, or: older.mayStay ? value : older.or } : { value, expected: now, mayStay, or: undefined });
    }
  }
  return targets;
}

/** Whether these steps are a checkpoint: surely, surely not, or one that a doubtful file alone decides. */
export function isCheckpoint(step: Step): boolean | "either" {
  const targets = [...targetsOf([step]).values()];
  if (targets.some(({ mayStay }) => !mayStay)) return true;
  return targets.length > 0 ? "either" : false;
}

export interface Outcome {
  readonly present: State;
  readonly result: Copy;
  readonly targets: ReadonlyMap<GitPath, Target>;
  /** Only below it may anything change. */
  readonly folder: GitPath;
  /** As the command reported them, in text. */
  readonly skipped: ReadonlySet<string>;
  readonly conflicts: ReadonlySet<string>;
  /** Nothing was edited since and nothing ignored is in the way: then everything must come back. */
  readonly strict: boolean;
}

/** Everything that is wrong with what a command made of the files, as sentences; none is right. */
export function faultsOf({ present, result, targets, folder, skipped, conflicts, strict }: Outcome): string[] {
  const faults: string[] = [];
  const text = (path: GitPath) => Buffer.from(path, "latin1").toString("utf8");
  for (const path of new Set([...present.all.keys(), ...result.keys(), ...targets.keys()])) {
    const [was, is] = [present.all.get(path), result.get(path)];
    const target = path.startsWith(folder) ? targets.get(path) : undefined;
    const name = JSON.stringify(path);
    const complain = (why: string) => faults.push(`${name}: ${why}; was ${brief(was)}, is ${brief(is)}, target ${target ? brief(target.value) : "none"}`);
    if (present.hidden.has(path)) continue;
    if (!target) {
      if (is !== was) complain("it is no concern of the command and changed");
    } else if (was !== undefined && !present.recorded.has(path)) {
      if (is !== was) complain("no checkpoint holds it and it changed");
    } else if (is === target.value) {
      const edited = was !== target.expected && was !== target.value && !target.mayStay;
      if (edited && !conflicts.has(text(path))) complain("an edit made since was taken away without a word");
    } else if (is !== was && !(target.mayStay && is === target.or)) complain("it is neither as before nor as asked for");
    else if (target.mayStay) continue;
    else if (strict) complain("it did not come back");
    else if (!skipped.has(text(path)) && !foldersOf(path).some((above) => skipped.has(text(above)) || skipped.has(text(above.slice(0, -1))))) complain("it was left alone without a word");
  }
  return faults;
}

function brief(value: string | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value.slice(0, 40));
}
