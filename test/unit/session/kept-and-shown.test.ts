import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { forgetResults, keepResult } from "../../../session/kept-results.ts";
import { isModLive, noteMod } from "../../../session/live-mod.ts";
import { forgetShownOutputs, wasJustShown } from "../../../session/shown-outputs.ts";
import { ioWith } from "../../support/io-with.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest();
const io = (minutes = 0) => ({ ...ioWith("", world.env), now: () => new Date(Date.now() + minutes * 60_000) });
const NOWHERE = { ...ioWith("", {}), now: () => new Date() };
/** A world whose data folder cannot be made. */
function blocked() {
  writeFileSync(join(world.home, "file"), "");
  return { ...io(), env: { ...world.env, SNAPVEIL_DATA_DIR: join(world.home, "file") } };
}

describe("a result that was kept", () => {
  test("is a file for its owner alone, one for equal texts of a session", () => {
    const file = keepResult(io(), "s", "a long result");
    expect(readFileSync(file, "utf8")).toBe("a long result");
    expect([statSync(file).mode & 0o777, statSync(join(file, "..")).mode & 0o777]).toEqual([0o600, 0o700]);
    expect(keepResult(io(), "s", "a long result")).toBe(file);
    expect(new Set([file, keepResult(io(), "s", "another"), keepResult(io(), "two", "a long result")]).size).toBe(3);
  });

  test("goes with its session, and stays with one whose name begins so", () => {
    for (const session of ["s", "s2", "s é"]) keepResult(io(), session, "a long result");
    forgetResults(io(), "s");
    expect(readdirSync(join(world.data, "tool-results"))).toHaveLength(2);
    forgetResults(io(), "s é");
    expect(readdirSync(join(world.data, "tool-results"))).toEqual([expect.stringMatching(/^s2\./)]);
  });

  test("cannot be without a place, and forgetting is no failure there", () => {
    expect(() => keepResult(NOWHERE, "s", "x")).toThrow();
    expect(() => keepResult(blocked(), "s", "x")).toThrow();
    for (const at of [NOWHERE, io(), blocked()]) forgetResults(at, "s");
  });
});

describe("an output that was just shown", () => {
  const call = ["claude-code", "Read", "a.txt"];
  const shown = (output: string, of: readonly string[] = call, session = "s") =>
    wasJustShown(io(), session, of, output);

  test("is the last one of the very call, and the third in a row is shown again", () => {
    expect(["x", "x", "x", "x"].map((output) => shown(output))).toEqual([false, true, false, true]);
    expect(["x", "y", "x", "x"].map((output) => shown(output, ["other"]))).toEqual([false, false, false, true]);
  });

  test("is of one call and one session", () => {
    shown("x");
    expect([shown("x", ["claude-code", "Read", "b.txt"]), shown("x", call, "two")]).toEqual([false, false]);
    expect(shown("x", ["claude-code", "Reada.txt"])).toBe(false);
    expect(shown("x")).toBe(true);
  });

  test("is among the last twenty of the session", () => {
    for (let at = 0; at < 21; at += 1) shown("x", [`${at}`]);
    expect([shown("x", ["1"]), shown("x", ["0"])]).toEqual([true, false]);
  });

  test("is forgotten with its session, and no other one is", () => {
    for (const session of ["s", "two"]) shown("x", call, session);
    forgetShownOutputs(io(), "s");
    expect([shown("x"), shown("x", call, "two")]).toEqual([false, true]);
  });

  test("is none where the note is damaged, or cannot be kept", () => {
    mkdirSync(join(world.data, "shown-outputs"), { recursive: true });
    for (const text of ["", "{", "{}", "[1, null]"]) {
      writeFileSync(join(world.data, "shown-outputs/s.json"), text);
      expect([shown("x"), shown("x")]).toEqual([false, true]);
    }
    for (const at of [NOWHERE, blocked()]) {
      expect([1, 2].map(() => wasJustShown(at, "s", call, "x"))).toEqual([false, false]);
      forgetShownOutputs(at, "s");
    }
  });
});

describe("the mod of a session", () => {
  test("is live for ten minutes after each of its requests", () => {
    expect(isModLive(io(), "s")).toBe(false);
    noteMod(io(), "s");
    expect([isModLive(io(9), "s"), isModLive(io(11), "s"), isModLive(io(), "two")]).toEqual([true, false, false]);
    noteMod(io(20), "s");
    expect([isModLive(io(29), "s"), isModLive(io(31), "s")]).toEqual([true, false]);
  });

  test("leaves a note for its owner alone, which goes with the next session after a week", () => {
    noteMod(io(), "s");
    const note = join(world.data, "mods/s");
    expect(statSync(note).mode & 0o777).toBe(0o600);
    const old = Date.now() / 1000 - 8 * 86_400;
    utimesSync(note, old, old);
    noteMod(io(), "two");
    expect(readdirSync(join(world.data, "mods"))).toEqual(["two"]);
  });

  test("is not known without a session or a place", () => {
    noteMod(io(), undefined);
    expect(isModLive(io(), undefined)).toBe(false);
    for (const at of [NOWHERE, blocked()]) {
      noteMod(at, "s");
      expect(isModLive(at, "s")).toBe(false);
    }
    rmSync(join(world.home, "file"));
  });
});
