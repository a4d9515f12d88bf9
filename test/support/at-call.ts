import fs from "node:fs";
import { syncBuiltinESMExports } from "node:module";

import { onTestFinished } from "vitest";

const REAL = {
  chmodSync: fs.chmodSync,
  fchmodSync: fs.fchmodSync,
  linkSync: fs.linkSync,
  openSync: fs.openSync,
  readlinkSync: fs.readlinkSync,
  renameSync: fs.renameSync,
};

/**
 * Does something right before a call of Node's `fs` in this process goes ahead, or right after it: what another
 * process may do at that very moment.
 */
export function atCall(
  name: keyof typeof REAL,
  when: "before" | "after",
  fits: (...paths: string[]) => boolean,
  act: (...paths: string[]) => void,
): void {
  const original = fs[name] as (...args: unknown[]) => unknown;
  let isActing = false;
  const replaced = (...args: unknown[]): unknown => {
    const paths = args.map(String);
    if (isActing || !fits(...paths)) return original(...args);
    const run = (): void => {
      isActing = true;
      try {
        act(...paths);
      } finally {
        isActing = false;
      }
    };
    if (when === "before") run();
    const result = original(...args);
    if (when === "after") run();
    return result;
  };
  put(replaced);
  onTestFinished(() => put(REAL[name] as typeof original));

  function put(one: (...args: unknown[]) => unknown): void {
    Object.assign(fs, { [name]: one });
    syncBuiltinESMExports();
  }
}

/**
 * Plays a story again and again: in the first run `isNow` says yes at the first of the moments at which it is asked, in
 * the second run at the second one, until a run has no more of them. What the story gives is checked after each.
 */
export async function atEachMoment(
  story: (isNow: () => boolean) => Promise<() => void | Promise<void>>,
): Promise<void> {
  for (let at = 1; ; at += 1) {
    let count = 0;
    const check = await story(() => (count += 1) === at);
    if (count === 0) throw new Error("The story has no such moment.");
    if (count < at) return;
    await check();
  }
}
