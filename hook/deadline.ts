import { worldWith, type Io } from "../kit/io.ts";
import { TooSlow } from "../kit/run-within.ts";
import { timeWaited, watchLoop } from "../kit/time-waited.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";

/**
 * The share of an agent's timeout for a hook after which an answer is due: Node needs the rest to start and to leave.
 */
const SHARE = 0.6;
/** Seconds by the clock after which an answer is due in any case: less than the timeout that `install` registers. */
const LONGEST = 17;
/** A machine that is busier than this leaves no time to answer at all. */
const BUSIEST = 0.02;

/** A world with a deadline for the answer to one event; settings and dialect of that event may move it forward. */
export interface Due {
  readonly io: Io;
  /** Seconds of work after which the answer is due, as the settings say; by the clock, before the agent stops waiting. */
  set(seconds: number | undefined, dialect: Dialect, wireName: string): void;
}

/**
 * Begins to count at the process's start: an agent that stops waiting for a hook lets the event go on, so the answer is
 * given before that, whatever the work has come to. The work of this process counts, and its waiting for other
 * programs: on a busy machine the clock goes on while nothing is done. Without a clock (`elapsed`) the world stays as
 * it is.
 */
export function dueIn(io: Io): Due {
  const { elapsed, cpuTime } = io;
  if (!elapsed) return { io, set() {} };
  let [end, last] = [DEFAULT_SETTINGS.deadline * 1000, LONGEST * 1000];
  watchLoop();
  const begin = timeWaited();
  const waited = () => timeWaited() - begin;
  const spent = () => (cpuTime ? Math.min(elapsed(), cpuTime() + waited()) : elapsed());
  const timeLeft = () => Math.min(end - spent(), last - elapsed());
  const workLeft = () => {
    const [left, alone] = [timeLeft(), elapsed() - waited()];
    const pace = cpuTime && alone > 0 ? Math.min(1, Math.max(BUSIEST, cpuTime() / alone)) : 1;
    return left < 1 ? left : Math.min(left / pace, last - elapsed());
  };
  return {
    io: worldWith(io, { timeLeft, workLeft }),
    set(seconds = DEFAULT_SETTINGS.deadline, { patience }, wireName) {
      const most = SHARE * (patience?.(wireName) ?? Infinity);
      [end, last] = [1000 * Math.min(seconds, most), 1000 * Math.min(LONGEST, most)];
    },
  };
}

/** A world in which no more than so many seconds are left, and never more than there were. */
export function withTimeout(io: Io, seconds: number): Io {
  const { timeLeft } = io;
  if (!timeLeft) return worldWith(io, { timeLeft: () => seconds * 1000 });
  const before = timeLeft();
  const left = () => Math.min(timeLeft(), seconds * 1000 - (before - timeLeft()));
  const workLeft = () => {
    const [own, all] = [left(), timeLeft()];
    return own < 1 ? own : own * Math.max(1, (io.workLeft?.() ?? all) / all);
  };
  return worldWith(io, { timeLeft: left, workLeft });
}

/** Milliseconds that are left to the steps after all others, be it ever so late. */
const GRACE = 500;

export function withGrace(io: Io): Io {
  const { timeLeft } = io;
  return timeLeft && timeLeft() < GRACE ? worldWith(io, { timeLeft: () => GRACE, workLeft: () => GRACE }) : io;
}

/** A world whose time begins now: for the answers of a long-lived process. */
export function fromNow(io: Io): Io {
  const { elapsed, cpuTime } = io;
  const [start, used] = [elapsed?.() ?? 0, cpuTime?.() ?? 0];
  return worldWith(io, {
    ...(elapsed && { elapsed: () => elapsed() - start }),
    ...(cpuTime && { cpuTime: () => cpuTime() - used }),
  });
}

/** The promise's value. @throws TooSlow if no time is left before it is settled */
export function inTime<T>(left: () => number, work: T | Promise<T>): T | Promise<T> {
  if (left() === Infinity || !(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    const ask = () => (left() < 1 ? reject(new TooSlow()) : wait());
    let timer: NodeJS.Timeout | undefined;
    const wait = () => (timer = setTimeout(ask, Math.max(1, left())));
    wait();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
