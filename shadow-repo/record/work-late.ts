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

/** Milliseconds in which a hook would have done the work, too. */
const QUICK = 3000;

/** Tries to take a lock: the first one may only remove that of a dead process. */
const TRIES = 3;

/**
 * Does all the work that waits, oldest first, without a deadline. One process does it at a time. A job's file goes once
 * the job is done, so that a process that is killed loses nothing: the next event starts another one, which begins that
 * job anew.
 */
export async function workLate(io: Io, place: Place): Promise<void> {
  // After the lock is given back a look tells whether an event has added work meanwhile, while it saw the lock.
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
    // Without its folder a worktree would look as if every file had been deleted.
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

/** On a full disk the session is not noted as unheld; the failure that is noted is told all the same. */
function tellUnheld(io: Io, place: Place, session: string): void {
  try {
    noteUnheld(io, place, session);
  } catch (error) {
    if (!diskTrouble(error)) throw error;
  }
}
