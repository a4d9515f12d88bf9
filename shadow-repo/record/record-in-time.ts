import { existsSync, statSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { startDetached } from "../../kit/start-detached.ts";
import { findShadow } from "../create-shadow.ts";
import { isAbandoned } from "../locks/owned-lock.ts";
import type { Place } from "../place.ts";
import { noteWaitingRoot } from "../waiting-roots.ts";
import type { UnrecordedFile } from "./complete-checkpoint.ts";
import {
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

/** Bytes of the source's index above which a first capture begins as a process of its own: some 20,000 files. */
const LARGE_INDEX = 2_000_000;

/** Milliseconds that a hook keeps for its answer. */
const FOR_ANSWER = 700;

/** Milliseconds for which hooks wait for the same work: a capture that takes minutes does not stop each call. */
const WAITED_FOR = 60_000;

/** Milliseconds between two looks. */
const EVERY = 25;

/**
 * Does the work of an event within its hook. What does not fit goes on in a process of its own, for which the hook waits as
 * long as it may: mostly the state is then there before the agent writes. Otherwise that process records it, and all that
 * events ask for until then waits behind it in order.
 * @returns the files that were not recorded; `undefined` if nothing waited for the event, or is not known yet
 * @throws TooSlow if the work does not fit and nobody else can do it
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
    const key = JSON.stringify(work.key);
    const before = ahead.find((job) => job.work.kind === "before" && JSON.stringify(job.work.key) === key);
    // The call is over and its state was never there: its turn holds what it did since the turn's state.
    if (before) return void removeJob(place, before.name);
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

/** A first capture of many files: begun here, it would be ended on the way, and all of it lost. */
async function willBeLong(io: Io, place: Place, { kind }: Work): Promise<boolean> {
  if (kind !== "baseline" && kind !== "before") return false;
  const index = statSync(`${place.worktree.gitDir}/index`, { throwIfNoEntry: false });
  if (index === undefined || index.size < LARGE_INDEX || existsSync(`${place.shadow}/index`)) return false;
  return !((await findShadow(io, place)) && existsSync(`${place.shadow}/index`));
}

/** Starts the process that does late work, unless one is at it: the work was added before, so that one finds it. */
function startWhereNobodyWorks(io: Io, place: Place): void {
  const lock = lateLock(place);
  if (existsSync(lock) && !isAbandoned(lock, io)) return;
  // From the worktree, as the hook: a variable of the environment counts there as it does here.
  startDetached(io, [LATE_COMMAND, place.worktree.root], { cwd: place.worktree.root });
}
