import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { findShadow } from "../create-shadow.ts";
import type { Place } from "../place.ts";
import { notesOf } from "../repository-notes.ts";
import type { Places } from "../places.ts";
import { lockOwner, ownerLine, takeLock } from "./owned-lock.ts";

/** Milliseconds to wait for another command. */
const PATIENCE = 20_000;

/**
 * Lets one command at a time change files of a worktree. Captures never take this lock. The lock of a dead process does
 * not hold, that of a living one holds however long it takes. If nothing was recorded yet there is nothing to lock, and
 * no file is made.
 */
export async function withRestoreLock<Result>(
  io: Io,
  place: Place,
  dryRun: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  if (dryRun || !(await findShadow(io, place))) return work();
  return withLock(
    io,
    join(place.shadow, "restore.lock"),
    `Another snapveil command has been changing files of ${place.worktree.root} for a while`,
    work,
  );
}

/**
 * Lets one command at a time change files of several repositories, each of which it also locks for itself; this lock
 * lies in the notes of the folder that the repositories were recorded with.
 */
export async function withJointLock<Result>(
  io: Io,
  { root, data }: Places,
  dryRun: boolean,
  work: () => Promise<Result>,
): Promise<Result> {
  const notes = notesOf(data, root);
  if (dryRun || !existsSync(notes)) return work();
  const busy = `Another snapveil command has been changing files below ${root} for a while`;
  return withLock(io, join(notes, "across.lock"), busy, work);
}

/** Lets one command at a time give back space, which takes long in a large repository and keeps nobody from an undo. */
export async function withPruneLock<Result>(io: Io, place: Place, work: () => Promise<Result>): Promise<Result> {
  return withLock(
    io,
    join(place.shadow, "prune.lock"),
    "Another snapveil prune has been at work here for a while",
    work,
  );
}

async function withLock<Result>(io: Io, file: string, busy: string, work: () => Promise<Result>): Promise<Result> {
  const line = ownerLine(io);
  let lock = takeLock(file, line, io);
  for (let waited = 0; !lock; waited += 50) {
    if (waited >= PATIENCE) throw new UserError("busy", [busy, String(lockOwner(file) ?? "unknown")]);
    await sleep(50);
    lock = takeLock(file, line, io);
  }
  try {
    return await work();
  } finally {
    lock.release();
  }
}
