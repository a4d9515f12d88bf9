import { join } from "node:path";

import { expect, test } from "vitest";

import type { AuditFinding } from "../../../audit/audit-report.ts";
import { openBaseline } from "../../../audit/baseline.ts";
import { worldOfEachTest } from "../../support/temporary-world.ts";

const world = worldOfEachTest("true");
const file = () => join(world.cwd, "known.json");
const found = (kind: string, hmac: string, name = "a.txt") => ({ kind, hmac, name }) as AuditFinding;

test("knows what was added, by its kind and its value, wherever it stands and by whatever salt", () => {
  const fresh = openBaseline(file(), true)!;
  fresh.add([found("b", "s:2"), found("a", "s:1"), found("a", "s:1", "other.txt")], 1);
  const written = JSON.parse(world.read("known.json")) as { salt: string; secrets: object[] };
  expect(written.secrets).toEqual([
    { kind: "a", hmac: "1", seen: "a.txt" },
    { kind: "b", hmac: "2", seen: "a.txt" },
  ]);
  const again = openBaseline(file(), false)!;
  expect(again.salt).toBe(fresh.salt);
  expect([found("a", "t:1"), found("a", "s:2"), found("b", "s:1")].map(again.knows)).toEqual([true, false, false]);
  again.add([found("c", "s:3")], 1);
  expect(openBaseline(file(), false)!.knows(found("a", "s:1"))).toBe(true);
});

test("is one only where it is asked for", () => {
  expect(openBaseline(undefined, false)).toBeUndefined();
  expect(() => openBaseline(undefined, true)).toThrow("needs to know which file: add --baseline FILE.");
  expect(() => openBaseline(file(), false)).toThrow("there is no such file; --update-baseline makes it");
});

test.each([
  ["no JSON", "{", "it is not valid JSON"],
  ["a list", "[]", "was not written by"],
  ["of a later version", '{ "version": 2, "salt": "s", "secrets": [] }', "or by a later version"],
  ["without a salt", '{ "version": 1, "secrets": [] }', "was not written by"],
  ["without secrets", '{ "version": 1, "salt": "s" }', "was not written by"],
])("a file that is %s is none, and is not written over", (_what, text, why) => {
  world.write("known.json", text);
  for (const isNew of [false, true]) expect(() => openBaseline(file(), isNew)).toThrow(why);
});
