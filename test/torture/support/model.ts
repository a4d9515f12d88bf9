import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { foldersOf, onDisk, type GitPath } from "../../../shadow-repo/git-path.ts";
import { copyOf, emptyFolders, type Copy } from "./files.ts";
import type { TortureWorld } from "./torture-world.ts";

/** The worktree at one moment: everything in it, and the part of it that a capture has to hold. */
export interface State {
  readonly all: Copy;
  readonly recorded: Copy;
  /** Paths that the source tracks, also those that are gone. */
  readonly tracked: ReadonlySet<GitPath>;
  /** Which of some paths the rules of this moment ignore, whatever became of them since. */
  ignores(paths: readonly GitPath[]): ReadonlySet<GitPath>;
  /** Folders with nothing in them. */
  readonly empty: ReadonlySet<GitPath>;
}

/** What the source's own git would add, with `git status`'s eyes, is what has to be recorded. */
export function stateOf(world: TortureWorld): State {
  const all = copyOf(world.root);
  const args = ["--literal-pathspecs", "ls-files", "-z", "-t", "-c", "-o", "--exclude-standard"];
  const { stdout } = spawnSync("git", args, { cwd: world.root, env: world.env, maxBuffer: 1 << 28 });
  const recorded = new Map<GitPath, string>();
  const tracked = new Set<GitPath>();
  // Each begins with a letter and a blank: `?` where it is not tracked.
  for (const entry of stdout.toString("latin1").split("\0").slice(0, -1)) {
    const path = entry.slice(2);
    if (!entry.startsWith("?")) tracked.add(path);
    const value = all.get(path);
    if (value !== undefined) recorded.set(path, value);
  }
  const rules = rulesOf(world, all);
  return {
    all,
    recorded,
    tracked,
    ignores: (paths) => judge(world, rules, paths),
    empty: new Set(emptyFolders(world.root)),
  };
}

interface Rules {
  readonly files: Copy;
  readonly exclude: string;
  readonly global: string;
}

function rulesOf({ root, home }: TortureWorld, all: Copy): Rules {
  const read = (file: string) => {
    try {
      return readFileSync(file, "latin1");
    } catch {
      return "";
    }
  };
  const files = new Map(
    [...all].filter(([path, value]) => /(^|\/)\.gitignore$/.test(path) && !value.startsWith("link")),
  );
  return { files, exclude: read(join(root, ".git/info/exclude")), global: read(join(home, ".config/git/ignore")) };
}

/** Asks git in a worktree that holds nothing but the rules of that moment. */
function judge(
  world: TortureWorld,
  { files, exclude, global }: Rules,
  paths: readonly GitPath[],
): ReadonlySet<GitPath> {
  const root = join(world.top, "judge");
  if (!existsSync(root)) spawnSync("git", ["init", "-q", "--template=", root], { env: world.env });
  for (const name of readdirSync(root, { encoding: "buffer" }))
    if (name.toString() !== ".git") rmSync(Buffer.concat([Buffer.from(`${root}/`), name]), { recursive: true });
  mkdirSync(join(root, ".git/info"), { recursive: true });
  writeFileSync(join(root, ".git/info/exclude"), exclude, "latin1");
  writeFileSync(join(root, ".git/global"), global, "latin1");
  for (const [path, value] of files) {
    const [folder] = foldersOf(path);
    if (folder !== undefined) mkdirSync(onDisk(root, folder), { recursive: true });
    writeFileSync(onDisk(root, path), value.slice(5), "latin1");
  }
  const input = Buffer.from(paths.map((path) => `./${path}\0`).join(""), "latin1");
  const result = spawnSync(
    "git",
    ["-c", `core.excludesFile=${join(root, ".git/global")}`, "check-ignore", "--no-index", "-z", "--stdin"],
    { cwd: root, env: world.env, input },
  );
  if (result.status !== 0 && result.status !== 1) throw new Error(result.stderr.toString());
  return new Set(
    result.stdout
      .toString("latin1")
      .split("\0")
      .map((path) => path.slice(2)),
  );
}

/** A change that an undo, a redo or a restore takes back. */
export interface Step {
  readonly before: State;
  readonly after: State;
  /** The folder that was captured. */
  readonly prefix: GitPath;
  /** Paths that an operation wrote itself, so that it knows what was there. */
  readonly put?: ReadonlySet<GitPath>;
  /** Paths in which it is still in effect, where it was taken back in part. */
  readonly only?: ReadonlySet<GitPath> | undefined;
}

/** What one path shall become; absent is a deletion. */
export interface Target {
  readonly value: string | undefined;
  /** What is expected to be there; anything else was edited since. */
  readonly expected: string | undefined;
}

/**
 * The paths that steps, oldest first, take back: of several that speak about one, the first says what to go back to.
 */
export function targetsOf(steps: readonly Step[]): Map<GitPath, Target> {
  const targets = new Map<GitPath, Target>();
  for (const { before, after, prefix, put, only } of steps) {
    // A file that the rules of that time would have hidden: nobody can tell whether it was there.
    const added = [...after.recorded.keys()].filter((path) => !before.recorded.has(path) && !before.tracked.has(path));
    const couldBeThere = added.length > 0 ? before.ignores(added) : new Set<GitPath>();
    for (const path of new Set([...before.recorded.keys(), ...after.recorded.keys()])) {
      const [value, now] = [before.recorded.get(path), after.recorded.get(path)];
      if (!path.startsWith(prefix) || value === now || only?.has(path) === false) continue;
      if (now === undefined && after.all.has(path)) continue; // it only became ignored
      // what it held before is not known
      if (value === undefined && (before.all.has(path) || (couldBeThere.has(path) && !put?.has(path)))) continue;
      const older = targets.get(path);
      targets.set(path, older ? { ...older, expected: now } : { value, expected: now });
    }
  }
  return targets;
}

/** Whether a change makes a checkpoint. */
export function isCheckpoint(step: Step): boolean {
  return targetsOf([step]).size > 0;
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
    const complain = (why: string) =>
      faults.push(
        `${name}: ${why}; was ${brief(was)}, is ${brief(is)}, target ${target ? brief(target.value) : "none"}`,
      );
    if (!target) {
      if (is !== was) complain("it is no concern of the command and changed");
    } else if (was !== undefined && !present.recorded.has(path)) {
      if (is !== was) complain("no checkpoint holds it and it changed");
    } else if (is === target.value) {
      const edited = was !== target.expected && was !== target.value;
      if (edited && !conflicts.has(text(path))) complain("an edit made since was taken away without a word");
    } else if (is !== was) complain("it is neither as before nor as asked for");
    else if (strict) complain("it did not come back");
    else if (
      !skipped.has(text(path)) &&
      !foldersOf(path).some((above) => skipped.has(text(above)) || skipped.has(text(above.slice(0, -1))))
    )
      complain("it was left alone without a word");
  }
  return faults;
}

function brief(value: string | undefined): string {
  return value === undefined ? "absent" : JSON.stringify(value.slice(0, 40));
}
