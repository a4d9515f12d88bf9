import { mkdtempSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, describe, expect, test } from "vitest";

import type { Io } from "../../../kit/io.ts";
import { notYetSaid, takeUntold, tellLater } from "../../../session/said.ts";
import { ioWith } from "../../support/io-with.ts";

let place: string;
let io: Io;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), "said-"));
  io = { ...ioWith("", { SNAPVEIL_DATA_DIR: place }), now: () => new Date() };
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

describe("what the model is to be told later", () => {
  test.each([[["docker-agent", "s1"]], [["vibe", "a/b \n c"]]])("is told once, in order, to %j alone", (words) => {
    tellLater(io, words, ["one"]);
    tellLater(io, words, ["two\nlines", "three"]);
    expect(takeUntold(io, [...words, "other"])).toEqual([]);
    expect(takeUntold(io, words)).toEqual(["one", "two\nlines", "three"]);
    expect(takeUntold(io, words)).toEqual([]);
    expect(readdirSync(join(place, "untold"))).toEqual([]);
  });

  test("is its owner's alone, and forgotten after an hour", () => {
    tellLater(io, ["vibe", "vibe"], ["one"]);
    const file = join(place, "untold/vibe.vibe");
    expect(statSync(file).mode & 0o777).toBe(0o600);
    utimesSync(file, new Date(), new Date(Date.now() - 61 * 60 * 1000));
    expect(takeUntold(io, ["vibe", "vibe"])).toEqual([]);
  });

  test("is lost without an error where nothing can be written", () => {
    writeFileSync(join(place, "file"), "");
    const readOnly = { ...io, env: { SNAPVEIL_DATA_DIR: join(place, "file/data") } };
    tellLater(readOnly, ["a", "b"], ["one"]);
    expect(takeUntold(readOnly, ["a", "b"])).toEqual([]);
    expect(takeUntold({ ...io, env: {} }, ["a", "b"])).toEqual([]);
  });
});

const SENTENCES = ["one.", "two."];

test.each([
  ["once in a session", "s", true, []],
  ["again where the session has no name", undefined, true, SENTENCES],
  ["again where there is no place for state", "s", false, SENTENCES],
])("a sentence is said %s", (_, session, hasPlace, then) => {
  const world = hasPlace ? io : { ...io, env: {} };
  expect(notYetSaid(world, session, SENTENCES)).toEqual(SENTENCES);
  expect(notYetSaid(world, session, SENTENCES)).toEqual(then);
});
