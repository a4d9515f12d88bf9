import { performance } from "node:perf_hooks";

let forPrograms = 0;

/** Notes milliseconds in which this process did nothing but wait for another program. */
export function noteWait(milliseconds: number): void {
  forPrograms += milliseconds;
}

/** Milliseconds in which this process has waited: for other programs, or for anything to happen. */
export function timeWaited(): number {
  return forPrograms + performance.eventLoopUtilization().idle;
}
