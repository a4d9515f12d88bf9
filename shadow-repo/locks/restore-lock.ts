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

/** How long a command waits for a lock that another one holds, in milliseconds. */
const PATIENCE = 20_000;

/**
 * Runs a command that changes files of a worktree, so that no other such command runs at the same time. Captures do not
 * take this lock. The lock holds as long as its owner lives, without a time limit. Neither a dry run nor a command in a
 * worktree without records takes the lock, so that no file is made.
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
 * Runs a command that changes files of several repositories, so that no other such command runs at the same time. The
 * command also takes the restore lock of each repository. The file of the joint lock is in the folder `notesOf` of the
 * root with which the repositories were recorded.
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

/**
 * Runs `prune` so that no other `prune` runs at the same time. An undo does not wait for this lock, since giving back
 * space takes long in a large repository.
 */
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
