import { mkdirSync, rmSync } from "node:fs";

import { namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Skipped } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";
import { temporaryIn, type Place } from "../place.ts";
import { durable, gitVersion } from "./installed-git.ts";
import { hasOnlyGrown, isWhole, lookAtStore, type StoreLook, type WholeTree } from "./object-store.ts";
import { packInto } from "./pack-into.ts";
import { gitFailure, joinNul, shadowGit, tryShadowGit } from "./shadow-git.ts";

/** The most files whose contents are written as loose objects. The contents of more files go into one pack. */
const LOOSE_LIMIT = 32;

/**
 * While progress is shown, files are added in at most `PARTS` parts of at least `PART` files, since each part makes a
 * pack.
 */
const PARTS = 20;
const PART = 1000;

/** The most unreadable files that an update leaves out, one at a time, before it fails. */
const PATIENCE = 200;

export interface IndexUpdate {
  /** Paths that are removed from the index, whatever is on the disk. */
  readonly drop: readonly GitPath[];
  /** Paths that are read from the worktree, or removed from the index if they are gone. */
  readonly update: readonly GitPath[];
  /** Paths of `update` that are read even if their times have not changed. */
  readonly doubtful?: readonly GitPath[];
  /**
   * Whether the stat data of unchanged files is renewed, too; `"all"`: the index file is also written if nothing in it
   * changes.
   */
  readonly refresh: boolean | "all";
  /** Paths whose content is probably stored already, so that git need not write it. */
  readonly copied?: ReadonlySet<GitPath>;
}

const ADD = [
  "-z",
  "--add", // adds files that the index does not hold
  "--remove", // removes files that are gone
  "--replace", // lets a file replace a folder, and a folder replace a file
  "--stdin",
];

/** Brings an index up to date and stores the contents; gives the files that could not be read. */
export function updateIndex(
  io: Io,
  place: Place,
  index: string,
  { drop, update, doubtful = [], refresh, copied }: IndexUpdate,
): Skipped[] {
  // Remove doubtful files from the index: git reads a file that the index does not hold, but not one that it considers
  // unchanged.
  const away = [...drop, ...doubtful];
  if (away.length > 0)
    shadowGit(io, place, ["update-index", "-z", "--force-remove", "--stdin"], { index, input: joinNul(away) });
  const known = update.filter((path) => copied?.has(path));
  const rest = known.length > 0 ? update.filter((path) => !copied?.has(path)) : update;
  const failed = [
    ...addAll(io, place, index, known, []),
    ...addAll(io, place, index, rest, streaming(io, place, rest.length)),
  ];
  // -q: git does not fail because of a changed file.
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
 * Settings for adding many files; empty if they are few. With a threshold of one byte git streams every content into
 * one pack, which is several times faster than loose files. git before 2.37 would make a pack for each content, which
 * takes minutes.
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

/** git's messages about a content that it read but could not store. */
const NOT_STORED =
  /insufficient permission for adding|unable to (?:write|create|set permission)|unable to deflate|No space left|Disk quota|Out of diskspace|Read-only file system|Input\/output error/;

function addPaths(io: Io, place: Place, index: string, args: readonly string[], update: readonly GitPath[]): Skipped[] {
  const failed: Skipped[] = [];
  let paths = update;
  for (;;) {
    const result = tryShadowGit(io, place, args, { index, input: joinNul(paths) });
    if (result.status === 0) return failed;
    // Fail if the object store cannot be written: if the file were skipped, the state would look as if nothing had
    // changed.
    if (NOT_STORED.test(result.stderr)) throw gitFailure(args, result);
    // After a failure git leaves the index unchanged. Try again without the file that changed or was locked while git
    // read it.
    const named = /Unable to process path ([\s\S]*?)\n*$/.exec(result.stderr)?.[1];
    const rest = paths.filter((path) => toText(path) !== named);
    if (named === undefined || rest.length === paths.length || failed.length >= PATIENCE) {
      throw gitFailure(args, result);
    }
    for (const path of paths) if (toText(path) === named) failed.push({ path, why: "could not be read" });
    paths = rest;
  }
}

/**
 * Writes the tree of an index. git trusts the subtree ids that an index holds, so all objects are checked afterwards.
 * @param changed the number of files that differ from the last tree of the index
 * @param proven the store before the index was updated, if it held all objects of the last tree of the index
 * @throws UserError `brokenObjects` if an object is missing
 */
export function writeTree(io: Io, place: Place, index: string, changed: number, proven?: StoreLook): WholeTree {
  const tree = (changed > LOOSE_LIMIT ? packTrees(io, place, index) : looseTrees(io, place, index))
    .toString("latin1")
    .trim();
  const store = lookAtStore(io, place);
  if (!(proven && hasOnlyGrown(place, proven, store)) && !isWhole(io, place, tree))
    throw new UserError("brokenObjects", [tree]);
  return { tree, store: store.signature };
}

function looseTrees(io: Io, place: Place, index: string): Buffer {
  return shadowGit(io, place, [...durable(io, place), "write-tree"], { index });
}

/**
 * As `looseTrees`, for many trees: git writes them into a temporary object store and then into one pack. To flush 400
 * trees one by one takes 0.5 s of CPU, and a pack 0.1 s.
 */
function packTrees(io: Io, place: Place, index: string): Buffer {
  const objects = `${place.shadow}/objects`;
  const apart = temporaryIn(io, place.shadow, "objects");
  mkdirSync(apart, { mode: 0o700 });
  try {
    const tree = shadowGit(io, place, ["-c", "core.looseCompression=0", "write-tree"], {
      index,
      objects: apart,
      moreObjects: objects,
    });
    const ids = namesIn(apart).flatMap((first) => namesIn(`${apart}/${first}`).map((rest) => `${first}${rest}\n`));
    if (ids.length > 0) packInto(io, place, { ids: ids.join(""), moreObjects: apart });
    return tree;
  } finally {
    rmSync(apart, { recursive: true, force: true });
  }
}
