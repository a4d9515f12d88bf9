import { isatty } from "node:tty";

import type { Io } from "../kit/io.ts";

/** A line that is shown only after this long, and drawn anew no more often than that (milliseconds). */
const QUIET = 500;
const EVERY = 100;
const WIDTH = 24;

export interface Progress {
  /** `total` is 0 where nobody knows it. */
  report(bytes: number, total: number): void;
  /** Takes the line away. */
  end(): void;
}

/** How far something has come, on standard error, where that is a terminal. */
export function showProgress(io: Io, isTerminal = isatty(2)): Progress {
  const started = io.now().getTime();
  let drawn = 0;
  return {
    report(bytes, total) {
      const now = io.now().getTime();
      if (!isTerminal || now - started < QUIET || now - drawn < EVERY) return;
      drawn = now;
      io.writeStderr(`\r${describe(bytes, total, (now - started) / 1000)}\u001b[K`);
    },
    end() {
      if (drawn > 0) io.writeStderr("\r\u001b[K");
    },
  };
}

function describe(bytes: number, total: number, seconds: number): string {
  const megabytes = (count: number) => `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
  const rate = bytes / seconds;
  const sofar = `${megabytes(rate)}/s`;
  if (total <= bytes) return `${megabytes(bytes)} searched · ${sofar}`;
  const full = Math.floor((bytes / total) * WIDTH);
  const left = Math.ceil((total - bytes) / Math.max(rate, 1));
  return `${"━".repeat(full)}${"─".repeat(WIDTH - full)} ${Math.floor((bytes / total) * 100)} % · ${megabytes(bytes)} of ${megabytes(total)} · ${sofar} · ${left} s left`;
}
