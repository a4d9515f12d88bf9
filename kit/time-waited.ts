import { loadBuiltin } from "./load-builtin.ts";

let forPrograms = 0;
/** The event loop has gone around, so it may have waited. */
let hasTurned = false;

/** Notes milliseconds in which this process did nothing but wait for another program. */
export function noteWait(milliseconds: number): void {
  forPrograms += milliseconds;
}

/**
 * To be called before `timeWaited`, and before anything is waited for. The loop runs what is due at once before it first
 * waits, and most hooks end before: node:perf_hooks, which costs them 1 ms, is not loaded for these.
 */
export function watchLoop(): void {
  if (!hasTurned) setImmediate(() => void (hasTurned = true)).unref();
}

/** Milliseconds in which this process has waited: for other programs, or for anything to happen. */
export function timeWaited(): number {
  if (!hasTurned) return forPrograms;
  const { performance } = loadBuiltin<typeof import("node:perf_hooks")>("node:perf_hooks");
  return forPrograms + performance.eventLoopUtilization().idle;
}
