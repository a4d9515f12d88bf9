import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";

import { isNamed } from "../../kit/glob.ts";
import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { toGitPath } from "../../shadow-repo/git-path.ts";
import { INCLUDED_FILE } from "../../shadow-repo/limits.ts";
import { inclusionOf, patternsText } from "../../shadow-repo/open/inclusion.ts";
import { findPlace } from "../../shadow-repo/place.ts";
import type { Call } from "../call.ts";
import { safeGit, type SafeGit } from "../safe-git.ts";
import { isAgentsNote } from "./agents-notes.ts";
import { changedFiles } from "./changed-files.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import { isMadeAgain } from "./known-output.ts";
import type { PathTarget } from "./places.ts";
import type { HarmRule, CommandView } from "./rule.ts";

/** Milliseconds that git may take, and entries of its answer that are looked at. */
const [PATIENCE, MOST] = [2000, 5000] as const;

/** A file or folder that a command takes away or replaces. */
interface Target {
  readonly path: string;
  /** It is taken away though nothing shows that it is there, or the command says that it is. */
  readonly isSurelyThere: boolean;
}

/** Files that a command takes away or replaces outside of all checkpoints, and in the worktree. */
export interface Targets {
  readonly outside: readonly string[];
  readonly inside: readonly Target[];
  /** Ignored files are left. */
  readonly sparesIgnored?: true;
}

/** The rule of the kind; files in the worktree are looked up in git later, see `unrecordedAmong`. */
export const UNRECORDED: HarmRule = {
  name: "unrecorded-files",
  level: "unrecorded",
  programs: "*",
  does: "deletes or overwrites what no checkpoint holds",
  instead:
    "Move it to a folder beside it or copy it there first, name only what is built anew, or leave it to the person.",
  matches: (view) => {
    const { outside, inside } = targetsOf(view);
    return outside.length > 0 || inside.length > 0;
  },
  targets: targetsOf,
  hits: [
    "rm -rf ../other",
    "rm ~/notes.txt",
    "rm .env",
    "> .env",
    "find .. -name '*.bak' -delete",
    "truncate -s 0 a.db",
  ],
  misses: ["rm -rf /tmp/x", "rm -rf ~/.gradle/caches/x", "echo rm .env", "cp a.txt /tmp/b", "rmdir x", "cat .env"],
};

function targetsOf(view: CommandView): Targets {
  const { deleted, replaced, emptied } = changedFiles(view);
  const surely = placesOf(view, [...deleted, ...emptied]);
  const perhaps = placesOf(view, replaced).filter(({ path }) => existsSync(path));
  const all = [...surely, ...perhaps.filter(({ path }) => !isAgentsNote(path, view.home))];
  const inside = (places: readonly Known[], isSurelyThere: boolean) =>
    places.flatMap(({ kind, path }) => (kind === "inside" ? [{ path, isSurelyThere }] : []));
  return {
    outside: all.filter((place) => isOutside(place, view)).map(({ path }) => path),
    inside: [...inside(surely, true), ...inside(perhaps, false)],
  };
}

type Known = PathTarget & { readonly path: string };

/** Of some files below a folder, as `find` names them, the folder stands. */
function placesOf(view: CommandView, words: readonly string[]): Known[] {
  const isFound = ({ kind, path }: PathTarget) => kind === "inside" && /[\\/]\{\}$/.test(path ?? "");
  // A word with blanks may be several, out of a variable; all of it is one only if such a file is there.
  const isSeveral = ({ path }: PathTarget) => /\s/.test(path ?? "") && !existsSync(path!);
  return words.flatMap((word) => {
    const some = word.replace(/\/\*\*\/\{\}$/, "");
    const places = view.places([some]).filter((place): place is Known => place.path !== undefined && !isFound(place));
    return places.length > 1 ? places.filter((place) => !isSeveral(place)) : places;
  });
}

/** A home folder's caches, and builds anywhere, are made again. */
function isOutside({ kind, path }: Known, { home }: CommandView): boolean {
  if (kind !== "outside" && kind !== "everything" && kind !== "in repository") return false;
  if (kind === "in repository")
    return !/[\\/]\.git[\\/](?:hooks|info|logs|refs[\\/]remotes|.*\.lock|.*_EDITMSG)/.test(path);
  const below = home === undefined ? undefined : relative(home, path);
  const isBelow = below !== undefined && below !== "" && !below.startsWith("..") && !isAbsolute(below);
  return !isMadeAgain(isBelow ? slashed(below) : slashed(path).slice(1), true);
}

function slashed(path: string): string {
  return path.split(sep).join("/");
}

/**
 * Of the files of a worktree that a call takes away or replaces, those that no checkpoint holds: ignored ones that are
 * no build output, new ones above the limit of size, other repositories. None if git cannot be asked.
 * @returns names to quote, from the top of the worktree
 */
export async function unrecordedAmong(
  { inside: targets, sparesIgnored }: Targets,
  { cwd }: CallEvent,
  call: Call,
): Promise<string[]> {
  const { io, settings } = call;
  const git = cwd === undefined ? undefined : safeGit(io, cwd, { needsWorktree: true, patience: PATIENCE });
  if (!git || git.root === undefined) return [];
  const root = git.root;
  const here = targets.map(({ path, isSurelyThere }) => ({ name: slashed(relative(root, path)), path, isSurelyThere }));
  const below = here.filter(({ name }) => !name.startsWith("../")).flatMap((target) => expanded(target, root));
  const specs = below.map(({ name, path }) => specOf(name, existsSync(path)));
  if (specs.length === 0) return [];
  const { newFileLimit, exclude } = settings.checkpoints;
  const lost = [
    ...(sparesIgnored ? [] : ignoredAmong(git, below, specs)),
    ...list(git, ["--others", "--exclude-standard"], specs).filter(
      (name) => name.endsWith("/") || sizeOf(join(root, name)) > newFileLimit,
    ),
    ...(exclude.length > 0
      ? list(git, ["--others", "--cached", "--ignored", ...exclude.map((one) => `--exclude=${one}`)], specs)
      : []),
  ];
  const absent = below.filter(
    ({ path, name, isSurelyThere }) => isSurelyThere && !isPattern(name) && !existsSync(path),
  );
  // An ignored folder that is not there is told by a slash: the pattern `data/` means no file.
  const names = absent.flatMap(({ name }) => [name, `${name}/`]);
  const unheld = [...lost, ...ignoredOf(git, names)].filter((name) => !isMadeAgain(name));
  const isHeld = unheld.length > 0 ? await alsoRecorded(git, call) : undefined;
  return isHeld ? unheld.filter((name) => !isHeld(name)) : unheld;
}

/** Tells which ignored files, and folders with nothing else in them, are recorded as the setting `alsoRecord` names them. */
async function alsoRecorded(
  git: SafeGit,
  { io, settings, isRecorded }: Call,
): Promise<((name: string) => boolean) | undefined> {
  const { alsoRecord } = settings.checkpoints;
  const place = alsoRecord.length > 0 && isRecorded ? findPlace(io, git.root!) : undefined;
  if (!place) return undefined;
  const { fits } = await inclusionOf(io, place.shadow, patternsText(alsoRecord));
  const isHeld = (name: string) => fits(toGitPath(name)) && sizeOf(join(git.root!, name)) <= INCLUDED_FILE;
  return (name) => {
    if (!name.endsWith("/")) return isHeld(name);
    const files = list(git, ["--others"], [specOf(name, true)]);
    return files.length > 0 && files.length < MOST && files.every((file) => !file.endsWith("/") && isHeld(file));
  };
}

interface Named extends Target {
  /** From the top of the worktree, with slashes. */
  readonly name: string;
}

/** The files that a shell finds for its pattern: none is no loss. A pattern of `find` is left to git. */
function expanded(target: Named, root: string): Named[] {
  const { name, path } = target;
  if (!isPattern(name) || name.includes("**") || existsSync(path)) return [target];
  return expandPattern(path).map((found) => ({ ...target, path: found, name: slashed(relative(root, found)) }));
}

/** A pathspec from the top. A file that is there is meant by its name, though a shell's pattern looks like it. */
function specOf(name: string, isThere: boolean): string {
  if (name === "") return ":(top)";
  return isPattern(name) && !isThere ? `:(top,glob)${name}` : `:(top,literal)${name}`;
}

/** Ignored files and folders. Of a folder that a pattern may mean something in, git gives the whole: it is not meant. */
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

/** The named paths in an ignored folder, or else all of it. */
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
  return status === 0 ? stdout.toString("utf8").split("\0").slice(0, MOST).filter(Boolean) : [];
}

/** Of names of files that are not there, those that would be ignored. */
function ignoredOf(git: SafeGit, names: readonly string[]): string[] {
  if (names.length === 0) return [];
  const input = Buffer.from(names.map((name) => `${git.root!}/${name}\0`).join(""));
  const { status, stdout } = git.run(["check-ignore", "--no-index", "-z", "--stdin"], { input }, true);
  const found = status === 0 ? stdout.toString("utf8").split("\0").filter(Boolean) : [];
  return [...new Set(found.map((path) => slashed(relative(git.root!, path))))];
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}
