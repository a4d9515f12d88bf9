import { type BigIntStats, type PathLike, fchownSync, fstatSync, lchownSync, lstatSync } from "node:fs";

import type { Io } from "../../../kit/io.ts";
import { type CoverageId, type Covered, keepCoverage, type Modes, readCoverage, USUAL_MODES } from "../../coverage.ts";
import type { ObjectId } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { EndRecord } from "../../journal/records.ts";
import type { Place } from "../../place.ts";
import { findModes, notedModes } from "../../source/file-modes.ts";

/** The owner of a file. */
type Owner = Pick<BigIntStats, "uid" | "gid">;

/** The mode bits that make a program run as the owner or group of its file. */
const SETUID = 0o4000;
const SETGID = 0o2000;

/**
 * The owner to give to a file or folder that snapveil makes: the owner of the replaced file; without one, and if root
 * works in another user's folder (a container on a bind mount), the owner of the folder. `undefined`: it keeps its
 * owner.
 * @param own the owner of the new file
 * @param folder the folder that it lies in
 */
export function ownerFor(
  own: Owner,
  replaced: BigIntStats | undefined,
  folder: BigIntStats | undefined,
): Owner | undefined {
  if (replaced && !replaced.isDirectory()) return isSameOwner(own, replaced) ? undefined : replaced;
  return folder && own.uid === 0n && folder.uid !== 0n ? folder : undefined;
}

/** Changes the owner and group of an open file; only the group if the system does not allow the owner. */
export function giveTo(fd: number, owner: Owner | undefined): void {
  if (owner) give((uid, gid) => fchownSync(fd, uid, gid), fstatSync(fd, { bigint: true }), owner);
}

/** Changes the owner and group of a symlink; only the group if the system does not allow the owner. */
export function giveLinkTo(link: PathLike, owner: Owner | undefined): void {
  if (owner) give((uid, gid) => lchownSync(link, uid, gid), lstatSync(link, { bigint: true }), owner);
}

function give(change: (uid: number, gid: number) => void, own: Owner, { uid, gid }: Owner): void {
  for (const user of new Set([uid, own.uid])) {
    try {
      change(Number(user), Number(gid));
      return;
    } catch {
      // Only root may change the owner; a user may change the group to another one of his groups.
    }
  }
}

/**
 * The permissions of a file that replaces another one: those of the replaced file, but executable for everybody who may
 * read if the target is executable. If the new file has another owner, it loses setuid; if it has another group, it
 * loses setgid, and the group gets no more rights than everybody.
 * @param own the owner of the new file
 * @param mode the mode of the restored file in its tree
 * @param most the file's permissions in the restored state, if they are known: the new file gets no more
 */
export function keptPermissions(existing: BigIntStats, own: Owner, mode: string, most = 0o777): number {
  let bits = asMode(Number(existing.mode) & 0o7777, mode) & (SETUID | SETGID | 0o1000 | asMode(most, mode));
  if (own.uid !== existing.uid) bits &= ~SETUID;
  if (own.gid !== existing.gid) bits &= ~(SETGID | 0o070) | ((bits & 0o007) << 3);
  return bits;
}

/** Sets the executable bits of permissions by the mode that a tree holds (`100644` or `100755`). */
export function asMode(bits: number, mode: string): number {
  // git reads only the owner's executable bit: if it is right already, the other executable bits stay.
  if (((bits & 0o100) !== 0) === (mode === "100755")) return bits;
  return mode === "100755" ? bits | ((bits & 0o444) >> 2) : bits & ~0o111;
}

function isSameOwner(one: Owner, other: Owner): boolean {
  return one.uid === other.uid && one.gid === other.gid;
}

/** The known permissions of one path in a state. */
export interface KnownMode {
  readonly bits: number;
  /**
   * Whether a capture noted the permissions of this very path as unusual; otherwise they are the state's usual ones.
   */
  readonly isOwn: boolean;
}

/** The permissions of files and folders in the states to which an operation goes back, as captures found them. */
export class KnownModes {
  readonly #shadow: string;
  readonly #coverage: ReadonlyMap<ObjectId, string | undefined>;
  readonly #read = new Map<ObjectId, Modes>();

  constructor(shadow: string, states: readonly Covered[]) {
    this.#shadow = shadow;
    this.#coverage = new Map(states.map(({ tree, coverage }) => [tree, coverage]));
  }

  ofFile(state: ObjectId, path: GitPath, mode: string): KnownMode {
    const { usual, odd } = this.#modesIn(state);
    const own = odd.get(path);
    return { bits: own ?? (mode === "100755" ? usual.executable : usual.file), isOwn: own !== undefined };
  }

  /** @param folder with a slash at its end */
  ofFolder(state: ObjectId, folder: GitPath): KnownMode {
    const { usual, odd } = this.#modesIn(state);
    const own = odd.get(folder);
    return { bits: own ?? usual.folder, isOwn: own !== undefined };
  }

  #modesIn(state: ObjectId): Modes {
    let modes = this.#read.get(state);
    if (!modes) {
      modes = readCoverage(this.#shadow, this.#coverage.get(state))?.modes ?? USUAL_MODES;
      this.#read.set(state, modes);
    }
    return modes;
  }
}

/**
 * The coverage of the state after an operation, with the present permissions of the touched files; empty without one.
 * @param written the modes of files that were written a moment ago
 */
export function withModes(
  io: Io,
  { shadow, worktree }: Place,
  id: CoverageId | undefined,
  touched: readonly GitPath[],
  written: ReadonlyMap<GitPath, number>,
): Pick<EndRecord, "coverage"> {
  const coverage = readCoverage(shadow, id);
  if (!coverage) return {};
  const modes = notedModes(coverage.modes, findModes(worktree.root, touched, written));
  return { coverage: keepCoverage(io, shadow, { ...coverage, modes }) };
}
