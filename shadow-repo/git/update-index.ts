import { namesIn } from "../../kit/files.ts";
import { sha256 } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId, Skipped } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { fileSignature } from "../read-disk.ts";
import { durable, gitVersion } from "./installed-git.ts";
import { gitFailure, joinNul, shadowGit, tryShadowGit } from "./shadow-git.ts";

/** Files above which their contents go into one pack; below, each goes into a file of its own. */
const LOOSE_LIMIT = 32;

/**
 * The most parts in which files are added if somebody watches; each part makes a pack, so none is smaller than the
 * least.
 */
const PARTS = 20;
const PART = 1000;

/** Files that are taken out one by one, since they cannot be read after all, before giving up. */
const PATIENCE = 200;

export interface IndexUpdate {
  /** Paths that the index forgets, whatever lies there. */
  readonly drop: readonly GitPath[];
  /** Paths that are read from the worktree, or forgotten if they are gone. */
  readonly update: readonly GitPath[];
  /** Paths of `update` that are read even if their times say that nothing has changed. */
  readonly doubtful?: readonly GitPath[];
  /** Whether the stat data of unchanged files is renewed, too; `"all"`: the index is written anew in any case. */
  readonly refresh: boolean | "all";
  /** Paths whose content is probably stored already, so that it takes no space. */
  readonly copied?: ReadonlySet<GitPath>;
}

const ADD = [
  "-z",
  "--add", // files that it does not know
  "--remove", // files that are gone
  "--replace", // a file in the place of a folder, and the other way round
  "--stdin",
];

/** Brings an index up to date and stores the contents; gives the files that could not be read. */
export function updateIndex(
  io: Io,
  place: Place,
  index: string,
  { drop, update, doubtful = [], refresh, copied }: IndexUpdate,
): Skipped[] {
  // git never reads a file that it takes for unchanged; it reads a file that it does not know.
  const away = [...drop, ...doubtful];
  if (away.length > 0)
    shadowGit(io, place, ["update-index", "-z", "--force-remove", "--stdin"], { index, input: joinNul(away) });
  const known = update.filter((path) => copied?.has(path));
  const rest = known.length > 0 ? update.filter((path) => !copied?.has(path)) : update;
  const failed = [
    ...addAll(io, place, index, known, []),
    ...addAll(io, place, index, rest, streaming(io, place, rest.length)),
  ];
  // -q: a changed file is no error
  if (refresh)
    shadowGit(
      io,
      place,
      [...durable(io, place), "update-index", "-q", "--refresh", ...(refresh === "all" ? ["--force-write-index"] : [])],
      { index },
    );
  return failed;
}

/**
 * A threshold of one byte makes git stream every content into one pack, which is several times faster than loose files.
 * git before 2.37 makes a pack for each content, which takes minutes.
 */
function streaming(io: Io, place: Place, files: number): string[] {
  return files > LOOSE_LIMIT && gitVersion(io, place) >= 2037
    ? ["-c", "core.bigFileThreshold=1", "-c", "core.compression=1"]
    : [];
}

function addAll(
  io: Io,
  place: Place,
  index: string,
  update: readonly GitPath[],
  settings: readonly string[],
): Skipped[] {
  const failed: Skipped[] = [];
  const size = io.progress ? Math.max(PART, Math.ceil(update.length / PARTS)) : Math.max(1, update.length);
  for (let done = 0; done < update.length; done += size) {
    io.progress?.({ doing: "Recording files", done, total: update.length, unit: "files" });
    failed.push(
      ...addPaths(
        io,
        place,
        index,
        [...durable(io, place), ...settings, "update-index", ...ADD],
        update.slice(done, done + size),
      ),
    );
  }
  return failed;
}

/** git's messages if it could read a file and not store it. */
const NOT_STORED =
  /insufficient permission for adding|unable to (?:write|create|set permission)|unable to deflate|No space left|Disk quota|Out of diskspace|Read-only file system|Input\/output error/;

function addPaths(io: Io, place: Place, index: string, args: readonly string[], update: readonly GitPath[]): Skipped[] {
  const failed: Skipped[] = [];
  let paths = update;
  for (;;) {
    const result = tryShadowGit(io, place, args, { index, input: joinNul(paths) });
    if (result.status === 0) return failed;
    // The store takes nothing more: no file is to blame, and without it the state would look as if nothing had changed.
    if (NOT_STORED.test(result.stderr)) throw gitFailure(args, result);
    // All or nothing: the index is unchanged. A file that changed or was locked while it was read is left out of the
    // next try.
    const named = /Unable to process path ([\s\S]*?)\n*$/.exec(result.stderr)?.[1];
    const rest = paths.filter((path) => toText(path) !== named);
    if (named === undefined || rest.length === paths.length || failed.length >= PATIENCE) {
      throw gitFailure(args, result);
    }
    for (const path of paths) if (toText(path) === named) failed.push({ path, why: "could not be read" });
    paths = rest;
  }
}

/** A tree, and the signature of the object store before all objects of the tree were found there. */
export interface WholeTree {
  readonly tree: ObjectId;
  readonly store: string;
}

/**
 * Writes the tree of an index. git trusts the trees that an index remembers: whether all of them exist is checked
 * afterwards.
 */
export function writeTree(io: Io, place: Place, index: string): WholeTree {
  const tree = shadowGit(io, place, [...durable(io, place), "write-tree"], { index })
    .toString("latin1")
    .trim();
  const store = storeSignature(io, place);
  if (!isWhole(io, place, tree)) throw new UserError("brokenObjects", [tree]);
  return { tree, store };
}

/**
 * The signature of the store if a tree and all its objects are there. Nothing leaves a folder without changing the
 * folder's time, so git is asked only if a folder has changed: that spares a harmless call a process (4 ms; 30 with
 * 10,000 files).
 */
export function storeWith(io: Io, place: Place, { tree, store }: Partial<WholeTree>): string | undefined {
  const now = storeSignature(io, place);
  return tree !== undefined && ((now === store && now !== "") || isWhole(io, place, tree)) ? now : undefined;
}

/** Milliseconds for which an answer is good at most: a disk can lose a file's content, and leave its folder alone. */
const GOOD = 600_000;

/** The times of the object store's folders; "" on Windows: not all of its file systems keep such times. */
function storeSignature(io: Io, { shadow }: Place): string {
  if (io.platform === "win32") return "";
  const objects = `${shadow}/objects`;
  const folders = [objects, ...namesIn(objects).map((name) => `${objects}/${name}`)];
  const lines = folders.map((folder) => `${folder} ${fileSignature(folder)}`);
  return sha256([Math.floor(io.now().getTime() / GOOD), ...lines].join("\n"));
}

/** Whether a tree and all its objects are there. */
function isWhole(io: Io, place: Place, tree: ObjectId): boolean {
  return tryShadowGit(io, place, ["rev-list", "--objects", "--quiet", tree]).status === 0;
}
