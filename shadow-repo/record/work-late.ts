import { existsSync } from "node:fs";

import { diskTrouble } from "../../kit/disk-trouble.ts";
import type { Io } from "../../kit/io.ts";
import { showStack } from "../../kit/user-error.ts";
import { ownerLine, takeLock } from "../locks/owned-lock.ts";
import { setDamagedAside } from "../open/sound-shadow.ts";
import type { Place } from "../place.ts";
import { inSoundShadow } from "./in-sound-shadow.ts";
import { forgetFailure, forgetSlow, lateJobs, lateLock, noteFailure, removeJob, type LateJob } from "./late-queue.ts";
import { performWork } from "./perform-work.ts";
import { noteUnheld } from "./unheld-state.ts";

/** Milliseconds: work that takes less would fit into a hook. */
const QUICK = 3000;

/** The most tries to take the lock: the first may only remove the lock of a dead process. */
const TRIES = 3;

/**
 * Performs all work in the queue, oldest first, without a deadline. Only one process does so at a time. A job's file is
 * deleted after the job is done; if the process is killed, the next event starts another one, which performs it anew.
 */
export async function workLate(io: Io, place: Place): Promise<void> {
  // An event may have added work while the lock was held, without starting a process. So the queue is read again.
  while (lateJobs(io, place).length > 0) {
    const lock = takeLateLock(io, place);
    if (!lock) return;
    try {
      for (let job = lateJobs(io, place)[0]; job; job = lateJobs(io, place)[0]) await work(io, place, job);
    } finally {
      lock.release();
    }
  }
}

function takeLateLock(io: Io, place: Place): ReturnType<typeof takeLock> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const lock = takeLock(lateLock(place), ownerLine(io), io);
    if (lock) return lock;
  }
  return undefined;
}

async function work(io: Io, place: Place, { name, work: asked, asked: when }: LateJob): Promise<void> {
  const began = io.now().getTime();
  try {
    // If the worktree's folder is gone, a capture would record that every file was deleted.
    if (existsSync(place.worktree.root)) {
      setDamagedAside(io, place);
      await inSoundShadow(io, place, () => performWork(io, place, asked, when));
    }
    forgetFailure(place);
  } catch (error) {
    showStack(io, error);
    noteFailure(io, place, name, (diskTrouble(error) ?? (error as Error)).message);
    if (asked.kind === "before") tellUnheld(io, place, asked.key.session);
  }
  if (io.now().getTime() - began < QUICK) forgetSlow(place);
  removeJob(place, name);
}

/** Notes the session as unheld. On a full disk the note is not written; the failure is reported nevertheless. */
function tellUnheld(io: Io, place: Place, session: string): void {
  try {
    noteUnheld(io, place, session);
  } catch (error) {
    if (!diskTrouble(error)) throw error;
  }
}
