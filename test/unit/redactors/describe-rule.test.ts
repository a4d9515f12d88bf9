import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { describeRule } from "../../../redactors/describe-rule.ts";
import { detector } from "../../../redactors/detect.ts";
import { watchDetector } from "../../../redactors/watch-detector.ts";
import { PASSWORD_ROWS } from "../../../redactors/readers/password-words.ts";
import { filled } from "./kinds/samples.ts";
import { HELD } from "./kinds/all.ts";

test("the rule of each finding is described in words", () => {
  const beside = new Set<string>();
  watchDetector({ announced: () => {}, judged: () => {}, foundBeside: (_words, rule) => void beside.add(rule) });
  const rules = new Set(HELD.flatMap(([, text]) => detector.find(text).map(({ rule }) => rule)));
  watchDetector(undefined);
  expect(rules.size).toBeGreaterThan(40);
  const silent = [...rules].filter((rule) => describeRule(rule, beside.has(rule) ? "word" : "") === undefined);
  expect(silent).toEqual([]);
});

test("each rule that a reader names by itself is described", () => {
  const top = join(import.meta.dirname, "../../../redactors");
  const sources = readdirSync(top, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".ts"));
  const calls = sources.flatMap((name) => [
    ...readFileSync(join(top, name), "utf8").matchAll(
      /addFinding\(\s*scan,\s*"([\w-]+)",[^;]*?"(?:low|medium|high)"(?:,\s*"([\w-]+)")?/g,
    ),
  ]);
  expect(calls.length).toBeGreaterThan(10);
  expect(calls.map(([, kind = "", rule = kind]) => rule).filter((rule) => !describeRule(rule))).toEqual([]);
});

test.each([
  ["keyed-password", undefined, "a name that promises a secret, and its value"],
  ["github-token", undefined, 'a token with the prefix "ghp_", "gho_", "ghu_", "ghs_", …'],
  ["paired-password", "stats␣auth␣", 'a value beside one of the words "stats auth"'],
  [
    "again-keyed-token",
    undefined,
    "a value that was found elsewhere in the text (a name that promises a secret, and its value)",
  ],
  ["acme-token", undefined, undefined],
])("%s with the words %s", (rule, words, described) => {
  expect(describeRule(rule, words)).toBe(described);
});

test("the row by which a secret was found is told", () => {
  const told: unknown[] = [];
  watchDetector({ announced: () => {}, judged: () => {}, foundBeside: (...found) => void told.push(found) });
  const row = PASSWORD_ROWS.find(({ words }) => words === "stats␣auth␣")!;
  detector.find(filled(row.finds));
  watchDetector(undefined);
  expect(told).toEqual([[row.words, "paired-password", 10]]);
});
