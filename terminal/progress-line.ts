import type { ProgressStep } from "../kit/io.ts";
import { fit, widthOf } from "./text-width.ts";

const BAR = 24;

/** One line about long work: what, a bar, how much, how fast, how long still; where it does not fit the end of that is left out. */
export function progressLine({ doing, done, total, unit }: ProgressStep, seconds: number, columns: number): string {
  const rate = done / Math.max(seconds, 0.001);
  const amount = unit === "files" ? String : megabytes;
  const noun = unit === "files" ? " files" : "";
  const isKnown = total > done;
  const parts = isKnown
    ? [`${doing} ${bar(done / total)} ${Math.floor((done / total) * 100)} %`, `${amount(done)} of ${amount(total)}${noun}`]
    : [doing, done > 0 ? `${amount(done)}${noun}` : `${Math.floor(seconds)} s`];
  if (done > 0) parts.push(`${amount(Math.round(rate))}/s`);
  if (isKnown && done > 0) parts.push(`${timeOf((total - done) / rate)} left`);
  while (parts.length > 1 && widthOf(parts.join(" · ")) > columns) parts.splice(parts.length > 2 ? parts.length - 2 : 1, 1);
  return fit(parts.join(" · "), columns);
}

function bar(share: number): string {
  const full = Math.floor(share * BAR);
  return "━".repeat(full) + "─".repeat(BAR - full);
}

function megabytes(count: number): string {
  return `${(count / 1e6).toFixed(count < 1e7 ? 1 : 0)} MB`;
}

function timeOf(seconds: number): string {
  const whole = Math.ceil(seconds);
  return whole < 100 ? `${whole} s` : `${Math.ceil(whole / 60)} min`;
}
