import { existsSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { startDetached } from "../../kit/start-detached.ts";
import { findShadow } from "../create-shadow.ts";
import { isAbandoned } from "../locks/owned-lock.ts";
import { peekPending } from "../journal/pending.ts";
import type { Place } from "../place.ts";
import { noteWaitingRoot } from "../waiting-roots.ts";
import { noteMissedCall } from "./calls-seen.ts";
import type { UnrecordedFile } from "./complete-checkpoint.ts";
import {
  beforeAmong,
  isSlow,
  isWaiting,
  LATE_COMMAND,
  lateJobs,
  lateLock,
  noteSlow,
  putJob,
  removeJob,
  type Work,
} from "./late-queue.ts";
import { performWork } from "./perform-work.ts";
import { throwWhereRefused } from "./recording-limits.ts";

/** Bytes of the user's index (some 20,000 files) from which on a first capture runs in a separate process. */
const LARGE_INDEX = 2_000_000;

/** Milliseconds that a hook reserves for its answer. */
const FOR_ANSWER = 700;

/** The most milliseconds, since the oldest work was put into the queue, for which hooks wait for the queue. */
const WAITED_FOR = 60_000;

/** Milliseconds between two checks whether the work is done. */
const EVERY = 25;

/**
 * Performs the work of an event within the time of its hook. Work that does not fit goes into a queue, which a separate
 * process performs in order. The hook waits for that process as long as it may, so that the state is usually recorded
 * before the agent writes.
 * @returns the files that were not recorded; `undefined` if no "before" waited for the event, or the work is not done
 * yet
 * @throws TooSlow if the work does not fit and no separate process can be started
 */
export async function recordInTime(io: Io, place: Place, work: Work): Promise<readonly UnrecordedFile[] | undefined> {
  const { timeLeft } = io;
  const ahead = lateJobs(io, place);
  const mayWait = io.program !== undefined && timeLeft !== undefined;
  if (ahead.length === 0 && !(mayWait && ((await willBeLong(io, place, work)) || isSlow(io, place)))) {
    try {
      return await performWork(io, place, work);
    } catch (error) {
      if (!(error instanceof TooSlow) || io.program === undefined) throw error;
      noteSlow(io, place);
    }
  }
  throwWhereRefused(io, place);
  if (work.kind === "after" && work.key.kind !== "turn") {
    const before = beforeAmong(ahead, work.key);
    // If the call ended before its state was captured, it gets no checkpoint of its own: its changes are part of its
    // turn.
    if (before) {
      const turn = peekPending(place.shadow, { kind: "turn", session: work.key.session });
      if (turn) noteMissedCall(place.shadow, turn.id);
      return void removeJob(place, before.name);
    }
  }
  if (work.kind === "before") noteWaitingRoot(io, work.key.session, place);
  const name = putJob(io, place, work);
  const since = Date.parse(ahead[0]?.asked.at ?? io.now().toISOString());
  startWhereNobodyWorks(io, place);
  for (let looked = 0; isWaiting(place, name); looked += 1) {
    if ((timeLeft?.() ?? Infinity) < FOR_ANSWER || io.now().getTime() - since > WAITED_FOR) return undefined;
    await sleep(EVERY);
    if (looked % 40 === 39) startWhereNobodyWorks(io, place);
  }
  return [];
}

/** Whether the work is a first capture of many files. The hook's time limit would end it, and lose all of it. */
async function willBeLong(io: Io, place: Place, { kind }: Work): Promise<boolean> {
  if (kind !== "baseline" && kind !== "before") return false;
  const index = statSync(`${place.worktree.gitDir}/index`, { throwIfNoEntry: false });
  if (index === undefined || index.size < LARGE_INDEX || existsSync(`${place.shadow}/index`)) return false;
  return !((await findShadow(io, place)) && existsSync(`${place.shadow}/index`));
}

/** Starts the process that performs late work, unless one is running: a running one also finds the work just added. */
function startWhereNobodyWorks(io: Io, place: Place): void {
  const lock = lateLock(place);
  if (existsSync(lock) && !isAbandoned(lock, io)) return;
  // The process runs in the worktree, like the hook, so that relative paths in environment variables mean the same.
  startDetached(io, [LATE_COMMAND, place.worktree.root], { cwd: place.worktree.root });
}
