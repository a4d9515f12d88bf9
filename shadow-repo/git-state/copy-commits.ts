import { statSync } from "node:fs";

import { namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import type { Place } from "../place.ts";
import { commitIn, tipsOf, type PresentGit } from "./git-state.ts";
import { idLines, storeGit, storeOf, tryStoreGit, type LastNote } from "./store.ts";

/** Bytes that are copied at one time, and bytes of all copies. */
const AT_ONCE = 64 * 1024 ** 2;
const IN_ALL = 512 * 1024 ** 2;
/** Milliseconds for one question about the size of a history. */
const PATIENCE = 1500;
/** Loose objects in one of their 256 folders, from which on the size of a repository is asked and not guessed. */
const MANY_LOOSE = 25;

/** The objects that the store holds by now, and those of which no copy is made. */
type Copied = Pick<LastNote, "stored" | "remote" | "unkept" | "notKept">;

/**
 * Copies the commits and contents that the user's refs, stashes, reflogs and indexes hold into a pack of the store: what
 * is new since the last time, without what branches of remotes hold. Of a large history only its later growth is copied.
 * @throws UserError `fullDisk`
 */
export function copyCommits(io: Io, place: Place, present: PresentGit, last: LastNote | undefined): Copied {
  const remote = [...present.remoteTips];
  const isRemote = new Set(remote);
  const all = [...tipsOf(present)];
  const known = new Set([...(last?.stored ?? []), ...(last?.unkept ?? []), ...remote]);
  // A commit of a remote's branch that went, or was moved by force, may be needed below a commit of the store.
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

/** Commits of which no copy is made, so that the rest is small enough; "all" if nothing can be copied. */
function unkeptOf(
  io: Io,
  place: Place,
  { checkouts, refs }: PresentGit,
  wanted: readonly ObjectId[],
  without: readonly ObjectId[],
): readonly ObjectId[] | "all" {
  const packs = `${storeOf(place.shadow)}/objects/pack`;
  if (bytesOf(packs) > IN_ALL) return "all";
  const objects = `${place.worktree.commonDir}/objects`;
  if (bytesOf(`${objects}/pack`) <= AT_ONCE && namesIn(`${objects}/17`).length < MANY_LOOSE) return [];
  const heads = checkouts.flatMap(({ head }) => commitIn(head));
  const steps = [[], heads, [...heads, ...Object.values(refs)]];
  return steps.find((more) => sizeOf(io, place, wanted, [...without, ...more]) <= AT_ONCE) ?? "all";
}

/** Bytes on the disk of objects that some reach and others do not; infinite if git cannot tell in time. */
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

/** Whether git could pack objects. */
function pack(io: Io, place: Place, ids: readonly ObjectId[], without: readonly ObjectId[]): boolean {
  try {
    write(io, place, ids, without);
    return true;
  } catch (error) {
    if (error instanceof TooSlow || (error instanceof UserError && error.code === "gitFailed")) return false;
    throw error;
  }
}

/** Packs everything that some objects reach, and others do not, once more. Gives the pack's name if git could. */
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
 * Writes a pack, whose index comes last, so that a process that is killed leaves nothing but a half-written file. Gives
 * its name; `undefined` if there is nothing to pack.
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
    // An object is missing, as in a partial clone, or after a reflog outlived its commits.
    const isThere = existing(io, place, [...ids, ...without]);
    const [found = [], excluded = []] = [ids, without].map((list) => list.filter((id) => isThere.has(id)));
    return found.length === 0 ? undefined : run(["--missing=allow-any"], idLines(found, excluded));
  }
}

/** The objects among these that the store holds or borrows; with `env` git is shown other objects. */
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

function bytesOf(folder: string): number {
  const sizes = namesIn(folder).map((name) => statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0);
}
