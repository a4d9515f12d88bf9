import { symlinkSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { refusal, throwWhereRefused } from "../../../../shadow-repo/record/recording-limits.ts";
import { makeWorld } from "../world.ts";

test("a home folder and a whole disk are not recorded, unless the person says so", () => {
  const { io, home, root } = makeWorld("true");
  const why = (folder: string, env: Record<string, string> = {}) =>
    refusal({ ...io, env: { ...io.env, ...env } }, { worktree: { root: folder } })?.message;
  const link = join(root, "link");
  symlinkSync(home, link);
  expect(why(root)).toBeUndefined();
  expect(why(home)).toMatch(/is your home folder and is not recorded\. .* SNAPVEIL_ALLOW=home/);
  expect(why(home, { HOME: link })).toMatch(/is your home folder/);
  expect(why("/")).toMatch(/is a whole disk and is not recorded/);
  for (const allow of ["home", "large, home"])
    expect([why(home, { SNAPVEIL_ALLOW: allow }), why("/", { SNAPVEIL_ALLOW: allow })]).toEqual([undefined, undefined]);
  for (const other of ["large", "homes", "*", "1"]) expect(why("/", { SNAPVEIL_ALLOW: other })).toBeDefined();
  expect(() => throwWhereRefused(io, { worktree: { root: home } } as Parameters<typeof throwWhereRefused>[1])).toThrow(
    "is your home folder",
  );
});
