import { worldWith, type Io } from "../kit/io.ts";
import { TooSlow } from "../kit/run-within.ts";
import { timeWaited, watchLoop } from "../kit/time-waited.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";

/**
 * The part of an agent's timeout after which a hook answers. The rest of the timeout is for the start and exit of Node.
 */
const SHARE = 0.6;
/** Seconds of wall time after which a hook answers in any case: less than the timeout that `install` registers. */
const LONGEST = 17;
/** The least CPU share with which `workLeft` is computed: a process with less could never finish in time. */
const BUSIEST = 0.02;

/** The world of a hook with a deadline, which the settings and the agent's timeout can move forward. */
export interface Due {
  readonly io: Io;
  /**
   * Sets the deadline: in seconds of work, from the settings, and in seconds of wall time, from the agent's timeout.
   */
  set(seconds: number | undefined, dialect: Dialect, wireName: string): void;
}

/**
 * Starts the deadline at the process's start. An agent whose timeout has passed lets the event go on, so the hook has
 * to answer earlier, even if its work is not finished. Only CPU time and waiting for other programs count, since on a
 * busy machine wall time also passes while the process does not run. Without `elapsed` the world is returned unchanged.
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

/** A world with an earlier deadline: `seconds` from now, unless less time is left anyway. */
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

/** Milliseconds that the last steps get even if the deadline has passed. */
const GRACE = 500;

export function withGrace(io: Io): Io {
  const { timeLeft } = io;
  return timeLeft && timeLeft() < GRACE ? worldWith(io, { timeLeft: () => GRACE, workLeft: () => GRACE }) : io;
}

/** A world whose clocks start now, for a process that answers many events. */
export function fromNow(io: Io): Io {
  const { elapsed, cpuTime } = io;
  const [start, used] = [elapsed?.() ?? 0, cpuTime?.() ?? 0];
  return worldWith(io, {
    ...(elapsed && { elapsed: () => elapsed() - start }),
    ...(cpuTime && { cpuTime: () => cpuTime() - used }),
  });
}

/** The value of a promise. @throws TooSlow if the deadline passes before the promise is settled */
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
