import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { keptSalt } from "../../../../redactors/allow/kept-salt.ts";
import { atCall } from "../../../support/at-call.ts";
import { silentIo } from "../../../support/silent-io.ts";
import { worldOfEachTest } from "../../../support/temporary-world.ts";

const world = worldOfEachTest();
const salt = () => keptSalt(silentIo(world.cwd, world.env));
const file = () => join(world.data, "audit/salt");

test("a salt is made once, for its owner alone, and anew where it is damaged", () => {
  const first = salt();
  expect(first).toMatch(/^[0-9a-f]{24}$/);
  expect(salt()).toBe(first);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  writeFileSync(file(), first.slice(1));
  expect(salt()).not.toBe(first);
});

test("of two processes that make one at once both take that which stays", () => {
  const other = "0123456789abcdef01234567";
  atCall(
    "renameSync",
    "after",
    (_from, to) => to === file(),
    () => writeFileSync(file(), `${other}\n`),
  );
  expect(salt()).toBe(other);
});

test("without a folder for it, or with one that cannot be written, each search has its own", () => {
  expect(keptSalt(silentIo(world.cwd, {}))).toMatch(/^[0-9a-f]{24}$/);
  world.write(world.data, "no folder");
  expect(salt()).not.toBe(salt());
});
