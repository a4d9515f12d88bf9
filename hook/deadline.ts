import { worldWith, type Io } from "../kit/io.ts";
import { TooSlow } from "../kit/run-within.ts";
import type { Dialect } from "../agents/codec/dialect.ts";
import { DEFAULT_SETTINGS } from "../worktree/settings.ts";

/**
 * Of the seconds that an agent gives a hook, the share after which an answer is due: Node has to start and to leave,
 * too.
 */
const SHARE = 0.6;

/** A world with a deadline for the answer to one event; settings and dialect of that event may move it forward. */
export interface Due {
  readonly io: Io;
  /** Seconds after which the answer is due: as the settings say, and before the agent stops waiting. */
  set(seconds: number | undefined, dialect: Dialect, wireName: string): void;
}

/**
 * Begins to count at the process's start: an agent that stops waiting for a hook lets the event go on, so the answer is
 * given before that, whatever the work has come to. Without a clock (`elapsed`) the world stays as it is.
 */
export function dueIn(io: Io): Due {
  const { elapsed } = io;
  if (!elapsed) return { io, set() {} };
  let end = DEFAULT_SETTINGS.deadline * 1000;
  return {
    io: worldWith(io, { timeLeft: () => end - elapsed() }),
    set(seconds = DEFAULT_SETTINGS.deadline, { patience }, wireName) {
      end = 1000 * Math.min(seconds, SHARE * (patience?.(wireName) ?? Infinity));
    },
  };
}

/** A world in which no more than so many seconds are left, and never more than there were. */
export function withTimeout(io: Io, seconds: number): Io {
  const { timeLeft } = io;
  if (!timeLeft) return worldWith(io, { timeLeft: () => seconds * 1000 });
  const before = timeLeft();
  return worldWith(io, { timeLeft: () => Math.min(timeLeft(), seconds * 1000 - (before - timeLeft())) });
}

/** A world whose time begins now: for the answers of a long-lived process. */
export function fromNow(io: Io): Io {
  const { elapsed } = io;
  const start = elapsed?.() ?? 0;
  return worldWith(io, elapsed ? { elapsed: () => elapsed() - start } : {});
}

/** The promise's value. @throws TooSlow if the promise takes longer than `milliseconds` */
export function inTime<T>(milliseconds: number, work: T | Promise<T>): T | Promise<T> {
  if (milliseconds === Infinity || !(work instanceof Promise)) return work;
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow()), Math.max(1, milliseconds));
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
