import { existsSync, statSync } from "node:fs";
import { join, relative } from "node:path";

import { isNamed } from "../../kit/glob.ts";
import type { Io } from "../../kit/io.ts";
import { findPlace, toGitPath } from "../../shadow-repo/doors/place.ts";
import { INCLUDED_FILE, inclusionOf, patternsText } from "../../shadow-repo/doors/held.ts";
import { isMadeAgain, type Repository } from "../../worktree/doors/worktree.ts";
import type { Call } from "../call.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";
import type { Target, Targets } from "./targets.ts";
import { holdsOwnWork } from "./work-of-repository.ts";
import { slashed } from "./unrecorded-files.ts";

/** The most milliseconds that git may take, and the most entries of its answer for each target that are looked at. */
const [PATIENCE, MOST] = [2000, 5000] as const;

/** Tells whether a file, by its path from the top of a worktree, can be restored. */
type Holds = (name: string) => boolean;

interface Around {
  /** Whether recording fails, so that no file of the worktree can be restored. The search for copies may show that. */
  fails(): boolean;
  /**
   * Finds the files that were copied before the call; without this function, or with the result `undefined`, there are
   * none.
   */
  readonly kept?: (root: string) => Promise<Holds | undefined>;
  /** The repository around the folder, if it is known. */
  readonly repository?: Repository | undefined;
}

/**
 * The files in a worktree that a call deletes or replaces and that neither a checkpoint nor a copy holds: ignored files
 * that are no output of builds, new files that are too large, nested repositories with work of their own; if recording
 * fails, also new and changed files. If git cannot be asked, all files if recording fails, else none.
 */
export async function unrecordedIn(
  folder: string,
  { inside: targets, sparesIgnored }: Targets,
  call: Call,
  around: Around,
): Promise<string[]> {
  const { kept, repository } = around;
  const { io, settings } = call;
  const git = safeGit(io, folder, { needsWorktree: true, patience: PATIENCE, repository });
  const root = git ? git.root : repository?.root;
  if (root === undefined) return [];
  const here = targets.map((target) => ({ ...target, name: slashed(relative(root, target.path)) }));
  const below = here.filter(({ name }) => !name.startsWith("../")).flatMap((target) => expanded(target, root));
  const specs = below.map(({ name, path }) => specOf(name, existsSync(path)));
  if (specs.length === 0) return [];
  if (!git) {
    await kept?.(root);
    const isThere = ({ name, path }: Named) => existsSync(path) && !isAgain(name, root, io);
    return around.fails() ? below.flatMap((one) => (isThere(one) ? [one.name] : [])) : [];
  }
  const fails = around.fails();
  const { newFileLimit, exclude } = settings.checkpoints;
  const brought = below.flatMap(({ name, isBrought }) => (isBrought ? [name] : []));
  const lost = [
    ...(sparesIgnored ? [] : ignoredAmong(git, below, specs)),
    ...list(git, ["--others", "--exclude-standard"], specs).filter(
      (name) => fails || name.endsWith("/") || sizeOf(join(root, name)) > newFileLimit,
    ),
    ...(fails ? list(git, ["--modified"], specs) : []),
    ...excludedAmong(git, exclude, specs),
    ...ignoredAndAbsent(git, below),
  ];
  const unheld = lost.filter((name) => !isAgain(name, root, io));
  if (unheld.length === 0 || fails) return [...brought, ...unheld];
  const isKept = await kept?.(root);
  if (around.fails())
    return unrecordedIn(
      folder,
      { outside: [], inside: targets, ...(sparesIgnored && { sparesIgnored }) },
      call,
      around,
    );
  const holders = [await alsoRecorded(root, call), isKept].filter((one) => one !== undefined);
  // If copies are made, a file that does not exist now is no loss: only the call itself can create it.
  const isLoss = (name: string) =>
    (!isKept || existsSync(join(root, name))) && (holders.length === 0 || !isHeld(git, name, holders, io));
  return [...brought, ...unheld.filter(isLoss)];
}

/** The files that the setting `exclude` keeps out of checkpoints. */
function excludedAmong(git: SafeGit, exclude: readonly string[], specs: readonly string[]): readonly string[] {
  if (exclude.length === 0) return [];
  return list(git, ["--others", "--cached", "--ignored", ...exclude.map((one) => `--exclude=${one}`)], specs);
}

/** The ignored files among those that are absent now and that the call makes before it deletes these. */
function ignoredAndAbsent(git: SafeGit, below: readonly Named[]): readonly string[] {
  const absent = below.filter(
    ({ path, name, isSurelyThere }) => isSurelyThere && !isPattern(name) && !existsSync(path),
  );
  // check-ignore matches the pattern `data/` of a missing folder only if the path ends in a slash.
  return ignoredOf(
    git,
    absent.flatMap(({ name }) => [name, `${name}/`]),
  );
}

/**
 * A function that tells whether an ignored file is recorded because of the setting `alsoRecord`; `undefined` if the
 * setting is empty.
 */
async function alsoRecorded(root: string, { io, settings, isRecorded }: Call): Promise<Holds | undefined> {
  const { alsoRecord } = settings.checkpoints;
  const place = alsoRecord.length > 0 && isRecorded ? findPlace(io, root) : undefined;
  if (!place) return undefined;
  const { fits } = await inclusionOf(io, place.shadow, patternsText(alsoRecord));
  return (name) => fits(toGitPath(name)) && sizeOf(join(root, name)) <= INCLUDED_FILE;
}

/** Whether a file can be restored; for a folder, whether each file in it can be restored or is output of a build. */
function isHeld(git: SafeGit, name: string, holders: readonly Holds[], io: Io): boolean {
  const isFileHeld: Holds = (file) => holders.some((holds) => holds(file));
  if (!name.endsWith("/")) return isFileHeld(name);
  const files = list(git, ["--others"], [specOf(name, true)]);
  return (
    files.length > 0 &&
    files.length < MOST &&
    files.every((file) => isAgain(file, git.root!, io) || (!file.endsWith("/") && isFileHeld(file)))
  );
}

interface Named extends Target {
  /** The path from the top of the worktree, with slashes. */
  readonly name: string;
}

/**
 * The targets without shell patterns: each pattern is replaced by the existing files that it matches. A pattern of
 * `find` (`**`) stays, since git can match it.
 */
function expanded(target: Named, root: string): Named[] {
  const { name, path } = target;
  if (!isPattern(name) || name.includes("**") || existsSync(path)) return [target];
  return expandPattern(path).map((found) => ({ ...target, path: found, name: slashed(relative(root, found)) }));
}

/** The pathspec of a target. The name of an existing file is taken literally, even if it looks like a pattern. */
function specOf(name: string, isThere: boolean): string {
  if (name === "") return ":(top)";
  return isPattern(name) && !isThere ? `:(top,glob)${name}` : `:(top,literal)${name}`;
}

/**
 * The ignored files and folders that targets name. git lists a whole ignored folder even if a pattern only matches
 * files in it; then only these files are returned.
 */
function ignoredAmong(git: SafeGit, targets: readonly { readonly name: string }[], specs: readonly string[]): string[] {
  const found = list(git, ["--others", "--ignored", "--exclude-standard", "--directory"], specs);
  const isMeant = (folder: string) =>
    targets.some(
      ({ name }) => !isPattern(name) || (!name.includes("**") && isNamed(nameOf(name), nameOf(folder.slice(0, -1)))),
    );
  const folders = found.filter((name) => name.endsWith("/"));
  const searched = targets.flatMap(({ name }) => (name.includes("**") ? [nameOf(name)] : []));
  const hidden = searched.length === 0 ? [] : folders.filter((name) => !isMeant(name) && !isMadeAgain(name));
  const specsBelow = hidden.flatMap((folder) => searched.map((name) => `:(top,glob)${folder}**/${name}`));
  return [
    ...found.flatMap((name) => (name.endsWith("/") ? (isMeant(name) ? below(name, targets) : []) : [name])),
    ...(specsBelow.length > 0 ? list(git, ["--others", "--ignored", "--exclude-standard"], specsBelow) : []),
  ];
}

/** The paths in an ignored folder that targets name; the folder itself if a target names it or a folder above it. */
function below(folder: string, targets: readonly { readonly name: string }[]): string[] {
  if (targets.some(({ name }) => name === "" || `${folder}/`.startsWith(`${name}/`))) return [folder];
  const inside = targets.flatMap(({ name }) => (name.startsWith(folder) && !name.includes("**") ? [name] : []));
  return inside.length > 0 ? inside : [folder];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function list(git: SafeGit, options: readonly string[], specs: readonly string[]): string[] {
  const { status, stdout } = git.run(["ls-files", "--full-name", "-z", ...options, "--", ...specs], {}, true);
  return status === 0
    ? stdout
        .toString("utf8")
        .split("\0")
        .slice(0, MOST * specs.length)
        .filter(Boolean)
    : [];
}

/** The names of missing files that git would ignore. */
function ignoredOf(git: SafeGit, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const input = Buffer.from(names.map((name) => `${git.root!}/${name}\0`).join(""));
  const { status, stdout } = git.run(["check-ignore", "--no-index", "-z", "--stdin"], { input }, true);
  const found = status === 0 ? stdout.toString("utf8").split("\0").filter(Boolean) : [];
  return [...new Set(found.map((path) => slashed(relative(git.root!, path))))];
}

/** Whether a file or folder can be had again: as output of a build, or, if it is a repository, by another clone. */
function isAgain(name: string, root: string, io: Io): boolean {
  const path = join(root, name);
  const isRepository = name.endsWith("/") && existsSync(join(path, ".git"));
  return isRepository ? !holdsOwnWork(path, io) : isMadeAgain(name);
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
