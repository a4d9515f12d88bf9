import { loadBuiltin } from "./load-builtin.ts";

let forPrograms = 0;
/**
 * Milliseconds for which the event loop had waited at its first turn after the call of `watchLoop`; `undefined` before
 * that turn.
 */
let idleAtFirst: number | undefined;

/** Adds milliseconds in which this process only waited for another program. */
export function noteWait(milliseconds: number): void {
  forPrograms += milliseconds;
}

/**
 * Begins to count the time for which the event loop waits; call it before the first wait. The count begins in the
 * loop's first turn. Most hooks end before that turn, and so never load node:perf_hooks, which costs 1 ms.
 */
export function watchLoop(): void {
  if (idleAtFirst === undefined) setImmediate(() => void (idleAtFirst ??= idle())).unref();
}

/** Milliseconds in which this process has waited: for other programs, or in the event loop. */
export function timeWaited(): number {
  return forPrograms + (idleAtFirst === undefined ? 0 : idle() - idleAtFirst);
}

function idle(): number {
  const { performance } = loadBuiltin<typeof import("node:perf_hooks")>("node:perf_hooks");
  return performance.eventLoopUtilization().idle;
}
