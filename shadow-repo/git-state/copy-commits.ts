import { statSync } from "node:fs";

import { namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import type { Place } from "../place.ts";
import { commitIn, tipsOf, type PresentGit } from "./git-state.ts";
import { idLines, storeGit, storeOf, tryStoreGit, type LastNote } from "./store.ts";

/** The most bytes that one run copies, and the most bytes of all copies in the store. */
const AT_ONCE = 64 * 1024 ** 2;
const IN_ALL = 512 * 1024 ** 2;
/** Milliseconds after which one `git rev-list` that measures a history is given up. */
const PATIENCE = 1500;
/**
 * The number of loose objects, in one of their 256 folders, from which on git measures the size of a repository. With
 * fewer, all files of the repository's objects are measured: up to `AT_ONCE`, everything is copied without git.
 */
const MANY_LOOSE = 25;

/** The objects that the store holds after a copy, and the objects of which no copy is made. */
type Copied = Pick<LastNote, "stored" | "remote" | "unkept" | "notKept">;

/**
 * Copies the commits and contents that the user's refs, stashes, reflogs and indexes name into a pack of the store. It
 * copies only objects that are new since the last copy and that no branch of a remote holds. Of a large history, only
 * commits that are made later are copied.
 * @throws UserError `fullDisk`
 */
export function copyCommits(io: Io, place: Place, present: PresentGit, last: LastNote | undefined): Copied {
  const remote = [...present.remoteTips];
  const isRemote = new Set(remote);
  const all = [...tipsOf(present)];
  const known = new Set([...(last?.stored ?? []), ...(last?.unkept ?? []), ...remote]);
  // The store does not copy remotes' commits. If a remote's branch was deleted or force-pushed, the store copies its
  // former commit now, since a commit of the store may descend from it.
  const left = (last?.remote ?? []).filter((id) => !isRemote.has(id) && !known.has(id));
  const fresh = [...all.filter((id) => !known.has(id)), ...left];
  const { unkept = [], notKept } = last ?? {};
  const former = all.filter((id) => last?.stored.includes(id));
  if (fresh.length === 0) return { stored: former, remote, unkept, ...(notKept !== undefined && { notKept }) };
  const without = [...known].filter((id) => !left.includes(id));
  const isLarge = (id: ObjectId) => looseSize(place, id) > AT_ONCE;
  const wanted = fresh.filter((id) => !isLarge(id));
  const more = unkeptOf(io, place, present, wanted, without);
  const copied = more === "all" ? [] : wanted.filter((id) => !more.includes(id));
  const why =
    more === "all" || !pack(io, place, copied, [...without, ...more])
      ? FAILED
      : more.length > 0
        ? "its history is larger than 64 MiB: only later commits, stashes and staged files are copied"
        : wanted.length < fresh.length
          ? "a staged file is larger than 64 MiB"
          : undefined;
  const isCopied = new Set(why === FAILED ? [] : copied);
  const reason = why ?? notKept;
  return {
    stored: [...former, ...isCopied],
    remote,
    unkept: [...unkept, ...(more === "all" ? [] : more), ...fresh.filter((id) => !isCopied.has(id))],
    ...(reason !== undefined && { notKept: reason }),
  };
}

const FAILED = "git had no time to copy its commits, or could not";

/** Commits that are left out so that the rest is small enough to copy; "all" if nothing can be copied. */
function unkeptOf(
  io: Io,
  place: Place,
  { checkouts, refs }: PresentGit,
  wanted: readonly ObjectId[],
  without: readonly ObjectId[],
): readonly ObjectId[] | "all" {
  const packs = `${storeOf(place.shadow)}/objects/pack`;
  if (bytesOf(packs) > IN_ALL) return "all";
  if (isSmall(`${place.worktree.commonDir}/objects`)) return [];
  const heads = checkouts.flatMap(({ head }) => commitIn(head));
  const steps = [[], heads, [...heads, ...Object.values(refs)]];
  return steps.find((more) => sizeOf(io, place, wanted, [...without, ...more]) <= AT_ONCE) ?? "all";
}

/** Bytes on disk of the objects that `ids` reach and `without` do not; infinite if git fails or is too slow. */
function sizeOf(io: Io, place: Place, ids: readonly ObjectId[], without: readonly ObjectId[]): number {
  const args = ["rev-list", "--objects", "--disk-usage", "--ignore-missing", "--stdin"];
  try {
    const { status, stdout } = tryStoreGit(io, place, args, { input: idLines(ids, without), timeout: PATIENCE });
    return status === 0 ? Number(stdout.toString("latin1")) : Infinity;
  } catch (error) {
    if (error instanceof TooSlow) return Infinity;
    throw error;
  }
}

/** Packs objects into the store. Returns whether git did so in time. */
function pack(io: Io, place: Place, ids: readonly ObjectId[], without: readonly ObjectId[]): boolean {
  try {
    write(io, place, ids, without);
    return true;
  } catch (error) {
    if (error instanceof TooSlow || (error instanceof UserError && error.code === "gitFailed")) return false;
    throw error;
  }
}

/**
 * Packs the objects that `ids` reach and `without` do not once more. Returns the pack's name; `undefined` if git fails
 * or there is nothing to pack.
 */
export function repackCommits(
  io: Io,
  place: Place,
  ids: readonly ObjectId[],
  without: readonly ObjectId[],
): string | undefined {
  try {
    return write(io, place, ids, without);
  } catch (error) {
    if (error instanceof UserError && error.code === "gitFailed") return undefined;
    throw error;
  }
}

/**
 * Writes a pack and returns its name; `undefined` if there is nothing to pack. git writes the index of a pack last, so
 * a killed process leaves only a file that git ignores.
 */
function write(io: Io, place: Place, ids: readonly ObjectId[], without: readonly ObjectId[]): string | undefined {
  if (ids.length === 0) return undefined;
  const args = ["pack-objects", "-q", "--revs", "--non-empty", "--window=0", "--threads=1"];
  const settings = ["-c", "core.compression=1"];
  const target = `${storeOf(place.shadow)}/objects/pack/pack`;
  const run = (more: readonly string[], input: string) => {
    const name = storeGit(io, place, [...settings, ...args, ...more, target], { input }).trim();
    return name === "" ? undefined : `pack-${name}`;
  };
  try {
    return run([], idLines(ids, without));
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "gitFailed") throw error;
    // Leave out missing objects: the repository may be a partial clone, or a reflog may hold a commit that git pruned.
    const isThere = existing(io, place, [...ids, ...without]);
    const [found = [], excluded = []] = [ids, without].map((list) => list.filter((id) => isThere.has(id)));
    return found.length === 0 ? undefined : run(["--missing=allow-any"], idLines(found, excluded));
  }
}

/** The objects among `ids` that exist in the store or its alternates; `env` can point git at another object folder. */
export function existing(
  io: Io,
  place: Place,
  ids: readonly ObjectId[],
  env: Readonly<Record<string, string>> = {},
): Set<ObjectId> {
  if (ids.length === 0) return new Set();
  const args = ["cat-file", "--batch-check", "--buffer"];
  const lines = tryStoreGit(io, place, args, { input: idLines(ids), env })
    .stdout.toString("latin1")
    .split("\n");
  return new Set(lines.filter((line) => / \d+$/.test(line)).map((line) => line.split(" ", 1)[0]!));
}

function looseSize({ worktree }: Place, id: ObjectId): number {
  const file = `${worktree.commonDir}/objects/${id.slice(0, 2)}/${id.slice(2)}`;
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Whether a folder of objects has few loose objects, and at most `AT_ONCE` bytes. */
function isSmall(objects: string): boolean {
  if (namesIn(`${objects}/17`).length >= MANY_LOOSE) return false;
  const folders = namesIn(objects).filter((name) => name === "pack" || name.length === 2);
  let left = AT_ONCE;
  return folders.every((name) => (left -= bytesOf(`${objects}/${name}`)) >= 0);
}

function bytesOf(folder: string): number {
  const sizes = namesIn(folder).map((name) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
