import type { ProgressStep } from "../kit/io.ts";
import { fit, widthOf } from "./text-width.ts";

/** The most and the least characters of the bar. */
const BAR = 24;
const SHORT_BAR = 8;
/**
 * Milliseconds: `QUIET` before a line is shown, because short work needs no line; then the time between two updates.
 */
const QUIET = 500;
const EVERY = 100;

export interface ProgressDrawer {
  report(step: ProgressStep, now: number): void;
  /** Removes the line; the next report starts again. */
  hide(): void;
}

/** Draws a progress line whenever the work reports. */
export function progressDrawer(write: (text: string) => void, columns: number): ProgressDrawer {
  let begin: number | undefined;
  let drawn: number | undefined;
  let step = { doing: "", begin: 0 };
  return {
    report(report, now) {
      begin ??= now;
      if (report.doing !== step.doing) step = { doing: report.doing, begin: now };
      if (now - begin < QUIET || now - (drawn ?? 0) < EVERY) return;
      drawn = now;
      write(`\r${progressLine(report, (now - step.begin) / 1000, columns - 1)}\u001b[K`);
    },
    hide() {
      if (drawn !== undefined) write("\r\u001b[K");
      begin = drawn = undefined;
      step = { doing: "", begin: 0 };
    },
  };
}

/** A progress line: task, bar, amount, rate, and remaining time. Parts at the end are left out if it is too long. */
export function progressLine({ doing, done, total, unit }: ProgressStep, seconds: number, columns: number): string {
  const rate = done / Math.max(seconds, 0.001);
  const amount = unit === "files" ? String : megabytes;
  const noun = unit === "files" ? " files" : "";
  const isKnown = total > done;
  const parts = isKnown
    ? [`${Math.floor((done / total) * 100)} %`, `${amount(done)} of ${amount(total)}${noun}`]
    : [doing, done > 0 ? `${amount(done)}${noun}` : `${Math.floor(seconds)} s`];
  if (done > 0) parts.push(`${amount(Math.round(rate))}/s`);
  if (isKnown && done > 0) parts.push(`${timeOf((total - done) / rate)} left`);
  const begin = isKnown ? `${doing} ` : "";
  const room = columns - widthOf(begin) - 1;
  while (parts.length > 1 && widthOf(parts.join(" · ")) > room - (isKnown ? SHORT_BAR : 0))
    parts.splice(parts.length > 2 ? parts.length - 2 : 1, 1);
  const rest = parts.join(" · ");
  const size = Math.max(SHORT_BAR, Math.min(BAR, room - widthOf(rest)));
  return fit(`${begin}${isKnown ? `${bar(done / total, size)} ` : ""}${rest}`, columns);
}

function bar(share: number, size: number): string {
  const full = Math.floor(share * size);
  return "━".repeat(full) + "─".repeat(size - full);
}

function megabytes(count: number): string {
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 100 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
