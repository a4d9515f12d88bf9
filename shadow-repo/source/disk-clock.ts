import { lstatSync, rmSync, statfsSync, statSync, writeFileSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { temporaryIn, type Place } from "../place.ts";
import { CLOCK_STEP } from "./on-disk.ts";

/**
 * The present time in milliseconds: the process's clock, or the time that the disk of the shadow repository gives to a
 * new file, whichever is earlier.
 */
export function timeOnDisk(io: Io, shadow: string): number {
  const file = temporaryIn(io, shadow, "clock");
  writeFileSync(file, "", { mode: 0o600 });
  try {
    return Math.min(io.now().getTime(), Math.floor(statSync(file).mtimeMs));
  } finally {
    rmSync(file, { force: true });
  }
}

/** How far the clock of another machine's disk may be behind, in milliseconds. */
const SHARED = 60_000;

/** File systems to which Linux itself gives the times (statfs(2)): ext, XFS, btrfs, tmpfs, overlayfs and their like. */
const LOCAL: ReadonlySet<number> = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e, 0x858458f6, 0x2011bab0,
  0x4d44, 0xf15f,
]);

/**
 * How far a time that the worktree's disk gives to a file may be behind `timeOnDisk`, in milliseconds. Usually one
 * clock gives the times of both disks. A disk of another machine (NFS, a folder that a virtual machine shares) has a
 * clock of its own.
 */
export function clockSlack({ platform }: Pick<Io, "platform">, { worktree: { root }, shadow }: Place): number {
  try {
    if (lstatSync(root).dev === lstatSync(shadow).dev) return CLOCK_STEP;
    if (platform === "linux" && [root, shadow].every((folder) => LOCAL.has(statfsSync(folder).type))) return CLOCK_STEP;
  } catch {
    // The disk does not tell.
  }
  return SHARED;
}
