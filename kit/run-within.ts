import type { Script } from "node:vm";

import { loadBuiltin } from "./load-builtin.ts";

/** Work that was ended because it took longer than it may. */
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
 * Runs synchronous work until the answer is due. The clock ends it, and on a busy machine that may be long before the
 * work has had its time: then it begins anew, so it changes nothing that a second run would not find.
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
      // The last moments of a hook are the same for each asker: its work does not begin anew.
      if (!(error instanceof TooSlow) || workLeft === undefined || now < 1 || now >= before) throw error;
    }
  }
}

/** The script has no other way to be given the work than a property of the global object. */
const WORK = Symbol.for("snapveil.work");
const world = globalThis as { [WORK]?: () => unknown };
let script: Script | undefined;

/**
 * Runs synchronous work and ends it when its time is over, even in a loop, a regular expression, WebAssembly. System
 * calls are not interrupted, and no `finally` of the work runs when it is ended: so nothing that holds a lock or a
 * descriptor for long is run here. It costs some 0.2 ms.
 * @param milliseconds `Infinity`: as long as it takes
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
