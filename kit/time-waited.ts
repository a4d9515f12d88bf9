import { loadBuiltin } from "./load-builtin.ts";

let forPrograms = 0;
/** Milliseconds for which the event loop had waited when it first went around; `undefined` before that. */
let idleAtFirst: number | undefined;

/** Notes milliseconds in which this process did nothing but wait for another program. */
export function noteWait(milliseconds: number): void {
  forPrograms += milliseconds;
}

/**
 * Begins to count the event loop's waits, before anything is waited for. The loop runs due work at once before it
 * waits, and most hooks end before: node:perf_hooks, which costs 1 ms, is not loaded for these.
 */
export function watchLoop(): void {
  if (idleAtFirst === undefined) setImmediate(() => void (idleAtFirst ??= idle())).unref();
}

/** Milliseconds in which this process has waited: for other programs, or for anything to happen. */
export function timeWaited(): number {
  return forPrograms + (idleAtFirst === undefined ? 0 : idle() - idleAtFirst);
}

function idle(): number {
  const { performance } = loadBuiltin<typeof import("node:perf_hooks")>("node:perf_hooks");
  return performance.eventLoopUtilization().idle;
}
