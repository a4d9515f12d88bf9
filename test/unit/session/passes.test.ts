import { mkdirSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { beforeEach, expect, test } from "vitest";

import {
  forgetPasses,
  keepPasses,
  mayHavePasses,
  passesOf,
  replacePasses,
  sessionName,
  type SessionPass,
} from "../../../session/passes.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const HOUR = 3_600_000;
const NOW = Date.now();
const ID = "session one/é";
const NAME = sessionName(ID);
let clock = NOW;
beforeEach(() => (clock = NOW));

const io = () => ({ ...ioWith("", world.env), now: () => new Date(clock) });
const pass = (line: string, at = NOW): SessionPass => ({ setting: ["allow"], lines: [line], at });
const linesOf = (session = NAME) => passesOf(io(), session).flatMap(({ lines }) => lines);

test("passes are added to those of their session, and count for a day each", () => {
  keepPasses(io(), NAME, [pass("one", NOW - 23 * HOUR)]);
  keepPasses(io(), NAME, [pass("two"), pass("three")]);
  keepPasses(io(), "other", [pass("four")]);
  expect([linesOf(), linesOf("other"), linesOf("none")]).toEqual([["one", "two", "three"], ["four"], []]);
  clock = NOW + HOUR - 1;
  expect(linesOf()).toEqual(["one", "two", "three"]);
  clock = NOW + HOUR;
  expect(linesOf()).toEqual(["two", "three"]);
  clock = NOW + 24 * HOUR;
  expect(linesOf()).toEqual([]);
});

test("passes may be replaced, as after one was used, and go with their session", () => {
  for (const session of [NAME, "other"]) keepPasses(io(), session, [pass("one"), pass("two")]);
  replacePasses(io(), NAME, [{ ...pass("one"), used: "t1" }]);
  expect(passesOf(io(), NAME)).toEqual([{ ...pass("one"), used: "t1" }]);
  forgetPasses(io(), ID);
  expect([linesOf(), linesOf("other")]).toEqual([[], ["one", "two"]]);
  forgetPasses(io(), "none");
});

test("whether a session may have passes is known by its id", () => {
  expect(mayHavePasses(world.data, ID)).toBe(false);
  keepPasses(io(), NAME, [pass("one")]);
  expect([mayHavePasses(world.data, ID), mayHavePasses(world.data, "other")]).toEqual([true, false]);
  expect([mayHavePasses(undefined, ID), mayHavePasses(world.data, undefined)]).toEqual([false, false]);
});

test("a damaged file is as none, and files that nobody wrote to for a day go with the next pass", () => {
  mkdirSync(join(world.data, "passes"), { recursive: true });
  const files = ["day", "younger"].map((name) => join(world.data, "passes", name));
  for (const file of files) writeFileSync(file, '[{"setting":');
  expect(linesOf("day")).toEqual([]);
  for (const [at, hours] of [25, 23].entries()) utimesSync(files[at]!, clock / 1000, clock / 1000 - hours * 3600);
  keepPasses(io(), NAME, [pass("one")]);
  expect(() => readFileSync(files[0]!)).toThrow("ENOENT");
  keepPasses(io(), "younger", [pass("two")]);
  expect(linesOf("younger")).toEqual(["two"]);
});

test("without a data folder there are no passes, and none is kept", () => {
  const nowhere = { ...ioWith("", {}), now: () => new Date(NOW) };
  keepPasses(nowhere, NAME, [pass("one")]);
  replacePasses(nowhere, NAME, [pass("one")]);
  forgetPasses(nowhere, ID);
  expect(passesOf(nowhere, NAME)).toEqual([]);
});
