import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, beforeEach, expect, test } from "vitest";

import type { Io } from "../../../kit/io.ts";
import { localTime } from "../../../kit/local-time.ts";
import { readSwitch, switchFile } from "../../../worktree/switch.ts";
import { offInWords, offSentence, switchOff, switchOn } from "../../../worktree/turn-switch.ts";
import { silentIo } from "../../support/silent-io.ts";

const START = Date.parse("2026-01-02T03:04:05Z");
let home: string;
beforeEach(() => void (home = mkdtempSync(join(tmpdir(), "snapveil-switch-"))));
afterEach(() => rmSync(home, { recursive: true, force: true }));

const at = (seconds = 0, env: Io["env"] = { HOME: home }): Io => ({
  ...silentIo(home, env),
  now: () => new Date(START + seconds * 1000),
});
const file = () => join(home, ".config/snapveil/switch.json");
const OFF = { since: "2026-01-02T03:04:05.000Z", until: "2026-01-02T03:05:05.000Z" };

test("off holds until its time is over, and on ends it at once", () => {
  expect(readSwitch(at())).toEqual({});
  expect(switchOff(at(), 60_000)).toEqual(OFF);
  expect(statSync(file()).mode & 0o777).toBe(0o600);
  expect(readSwitch(at(59))).toEqual({ off: OFF });
  expect(readSwitch(at(60))).toEqual({});
  switchOff(at(), undefined);
  expect(readSwitch(at(1e8))).toEqual({ off: { ...OFF, until: null } });
  switchOn(at());
  switchOn(at());
  expect(readSwitch(at())).toEqual({});
});

test("it lies beside the settings that SNAPVEIL_CONFIG names, never where a relative path leads into a project", () => {
  expect(switchFile(at(0, { HOME: home, SNAPVEIL_CONFIG: join(home, "own/c.jsonc") }))).toBe(`${home}/own/switch.json`);
  expect(switchFile(at(0, { HOME: home, SNAPVEIL_CONFIG: "c.jsonc" }))).toBe(file());
  expect(switchFile(at(0, {}))).toBeUndefined();
  expect(readSwitch(at(0, {}))).toEqual({});
  expect(() => switchOff(at(0, {}), undefined)).toThrow("neither HOME nor SNAPVEIL_CONFIG is set");
});

test.each<[what: string, make: (file: string) => void, why: RegExp]>([
  ["a torn file", (path) => writeFileSync(path, '{"since', { mode: 0o600 }), /does not hold two times/],
  ["an empty one", (path) => writeFileSync(path, "", { mode: 0o600 }), /does not hold two times/],
  ["no end", (path) => writeFileSync(path, `{"since":"${OFF.since}"}`, { mode: 0o600 }), /does not hold two times/],
  ["no times", (path) => writeFileSync(path, '{"since":"x","until":"y"}', { mode: 0o600 }), /does not hold two times/],
  ["a large file", (path) => writeFileSync(path, " ".repeat(2000), { mode: 0o600 }), /larger than 1 KiB/],
  ["a folder", (path) => mkdirSync(path), /no regular file/],
  ["a file of everybody's", (path) => (writeFileSync(path, JSON.stringify(OFF)), chmodSync(path, 0o644)), /0600/],
  [
    "a link to a good one",
    (path) => {
      writeFileSync(join(home, "good"), JSON.stringify(OFF), { mode: 0o600 });
      symlinkSync(join(home, "good"), path);
    },
    /it is a link/,
  ],
])("%s leaves snapveil on, and is told", (_, make, why) => {
  mkdirSync(join(home, ".config/snapveil"), { recursive: true });
  make(file());
  expect(readSwitch(at())).toEqual({ problem: expect.stringMatching(why) });
});

test("off replaces a link instead of writing through it", () => {
  mkdirSync(join(home, ".config/snapveil"), { recursive: true });
  writeFileSync(join(home, "other"), "mine");
  symlinkSync(join(home, "other"), file());
  switchOff(at(), 60_000);
  expect(readFileSync(join(home, "other"), "utf8")).toBe("mine");
  expect(readSwitch(at())).toEqual({ off: OFF });
});

test("a person reads since when, until when, and how it is switched on", () => {
  const [since, until] = [OFF.since, OFF.until].map(localTime);
  expect(offInWords(OFF)).toBe(`since ${since}, until ${until}`);
  expect(offInWords({ ...OFF, until: null })).toBe(`since ${since}, until it is switched on`);
  expect(offSentence(OFF)).toMatch(/^SNAPVEIL IS OFF since .*: no secret is taken out, .* Switch it on: snapveil on$/);
  expect(offSentence("variable")).toMatch(/^SNAPVEIL IS OFF by SNAPVEIL_DISABLE=1: .*: unset the variable where/);
});
