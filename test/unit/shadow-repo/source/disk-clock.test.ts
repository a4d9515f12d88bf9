import { readdirSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import type { Place } from "../../../../shadow-repo/place.ts";
import { clockSlack, timeOnDisk } from "../../../../shadow-repo/source/disk-clock.ts";
import { makeWorld } from "../world.ts";

const between = (root: string, shadow: string) => ({ worktree: { root }, shadow }) as Place;

test("the disk's clock counts where the process's is ahead of it, and leaves no file", () => {
  const { io, root } = makeWorld("mkdir tmp");
  const at = (milliseconds: number) => ({ ...io, now: () => new Date(milliseconds) });
  expect(timeOnDisk(at(1000), root)).toBe(1000);
  const present = Date.now();
  expect(timeOnDisk(at(present + 100_000), root)).toBeLessThan(present + 50_000);
  expect(readdirSync(join(root, "tmp"))).toEqual([]);
});

test("on one disk all files have times by one clock", () => {
  const { root, home } = makeWorld("true");
  expect(clockSlack({ platform: "darwin" }, between(root, home))).toBe(20);
});

test.runIf(process.platform === "linux")("a disk that is not known to be local may have a clock of its own", () => {
  const { root } = makeWorld("true");
  expect(clockSlack({ platform: "linux" }, between("/proc", root))).toBe(60_000);
  expect(clockSlack({ platform: "linux" }, between(root, join(root, "gone")))).toBe(60_000);
});
