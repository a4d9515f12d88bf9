import type { Script } from "node:vm";

import { loadBuiltin } from "./load-builtin.ts";

/** The error of work that was ended when its time was over. */
export class TooSlow extends Error {
  override readonly name = "TooSlow";
  constructor() {
    super("it takes too long.");
  }
}

interface TimeLeft {
  readonly timeLeft?: (() => number) | undefined;
  readonly workLeft?: (() => number) | undefined;
}

/**
 * Runs synchronous work until the answer is due. The clock ends the work. On a busy machine the work may then have had
 * less CPU time than it may use; in this case it runs again from the beginning, so it must be repeatable.
 * @throws TooSlow when the time is over
 */
export function runInTime<T>({ timeLeft, workLeft }: TimeLeft, work: () => T): T {
  const left = workLeft ?? timeLeft;
  for (;;) {
    const before = timeLeft?.() ?? 0;
    try {
      return runWithin(left?.() ?? Infinity, work);
    } catch (error) {
      const now = timeLeft?.() ?? 0;
      // At the end of a hook `timeLeft` may stay the same at each call, so repeating the work would never end.
      if (!(error instanceof TooSlow) || workLeft === undefined || now < 1 || now >= before) throw error;
    }
  }
}

/** The property of the global object that holds the work for the script, since a script has no arguments. */
const WORK = Symbol.for("snapveil.work");
const world = globalThis as { [WORK]?: () => unknown };
let script: Script | undefined;

/**
 * Runs synchronous work and ends it when its time is over, even in a loop, a regular expression or WebAssembly. System
 * calls are not interrupted. No `finally` of the work runs, so the work must hold no lock or descriptor for long. A
 * call costs some 0.2 ms.
 * @param milliseconds `Infinity` for no limit
 * @throws TooSlow when the time is over
 */
export function runWithin<T>(milliseconds: number, work: () => T): T {
  if (milliseconds === Infinity) return work();
  if (milliseconds < 1) throw new TooSlow();
  script ??= new (loadBuiltin<typeof import("node:vm")>("node:vm").Script)(`globalThis[Symbol.for("snapveil.work")]()`);
  const outer = world[WORK];
  world[WORK] = work;
  try {
    return script.runInThisContext({ timeout: Math.floor(milliseconds), displayErrors: false }) as T;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ERR_SCRIPT_EXECUTION_TIMEOUT") throw new TooSlow();
    throw error;
  } finally {
    if (outer) world[WORK] = outer;
    else delete world[WORK];
  }
}
