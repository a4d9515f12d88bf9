import { type BigIntStats, fchownSync, fstatSync, lchownSync, lstatSync } from "node:fs";

import type { Io } from "../../../kit/io.ts";
import { type CoverageId, type Covered, keepCoverage, type Modes, readCoverage, USUAL_MODES } from "../../coverage.ts";
import type { ObjectId } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { EndRecord } from "../../journal/journal.ts";
import type { Place } from "../../place.ts";
import { findModes, notedModes } from "../../source/file-modes.ts";

/** The owner of a file. */
type Owner = Pick<BigIntStats, "uid" | "gid">;

/** Bits that make a file act as its owner or group. */
const SETUID = 0o4000;
const SETGID = 0o2000;

/**
 * The owner of a file or folder that snapveil makes: that of the file it replaces, else, if root works in somebody
 * else's folder (a container on a person's bind mount), that of the folder. `undefined`: the owner it has.
 */
export function ownerFor(
  own: Owner,
  replaced: BigIntStats | undefined,
  folder: BigIntStats | undefined,
): Owner | undefined {
  if (replaced && !replaced.isDirectory()) return isSameOwner(own, replaced) ? undefined : replaced;
  return folder && own.uid === 0n && folder.uid !== 0n ? folder : undefined;
}

/** Gives an open file to its owner, or at least to its group, as far as the system allows it. */
export function giveTo(fd: number, owner: Owner | undefined): void {
  if (owner) give((uid, gid) => fchownSync(fd, uid, gid), fstatSync(fd, { bigint: true }), owner);
}

/** Gives a symlink to its owner, or at least to its group, as far as the system allows it. */
export function giveLinkTo(link: Buffer, owner: Owner | undefined): void {
  if (owner) give((uid, gid) => lchownSync(link, uid, gid), lstatSync(link, { bigint: true }), owner);
}

function give(change: (uid: number, gid: number) => void, own: Owner, { uid, gid }: Owner): void {
  for (const user of new Set([uid, own.uid])) {
    try {
      change(Number(user), Number(gid));
      return;
    } catch {
      // Only root gives files away; a group can be another one of the user's own.
    }
  }
}

/**
 * The permissions of a file in the place of another: as they were, executable for everybody who may read if the target
 * is executable. If the new file could not be given to the same owner or group it acts as neither, and the group may do
 * no more than everybody: it is another group.
 * @param most the file's permissions in the restored state, if they are known: it gets no more
 */
export function keptPermissions(existing: BigIntStats, own: Owner, mode: string, most = 0o777): number {
  let bits = asMode(Number(existing.mode) & 0o7777, mode) & (SETUID | SETGID | 0o1000 | asMode(most, mode));
  if (own.uid !== existing.uid) bits &= ~SETUID;
  if (own.gid !== existing.gid) bits &= ~(SETGID | 0o070) | ((bits & 0o007) << 3);
  return bits;
}

/** Permissions with the executable bit of a tree's mode. */
export function asMode(bits: number, mode: string): number {
  // git looks at the owner's bit: if that is right already, the other executable bits stay.
  if (((bits & 0o100) !== 0) === (mode === "100755")) return bits;
  return mode === "100755" ? bits | ((bits & 0o444) >> 2) : bits & ~0o111;
}

function isSameOwner(one: Owner, other: Owner): boolean {
  return one.uid === other.uid && one.gid === other.gid;
}

/** The known permissions of one path in a state. */
export interface KnownMode {
  readonly bits: number;
  /** Whether the permissions were seen at this very path, and exceed the usual ones. */
  readonly isOwn: boolean;
}

/** The permissions in each state that an operation goes back to, as its captures found them. */
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

/** The coverage of the state after an operation, with the permissions of the files that it touched. */
export function withModes(
  io: Io,
  { shadow, worktree }: Place,
  id: CoverageId | undefined,
  touched: readonly GitPath[],
): Pick<EndRecord, "coverage"> {
  const coverage = readCoverage(shadow, id);
  if (!coverage) return {};
  const modes = notedModes(coverage.modes, findModes(worktree.root, touched));
  return { coverage: keepCoverage(io, shadow, { ...coverage, modes }) };
}
