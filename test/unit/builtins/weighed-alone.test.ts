import { readFileSync } from "node:fs";
import { join } from "node:path";

import { expect, test } from "vitest";

import { areWeighedAlone, weigher, type FindingContext } from "../../../builtins/weigh-findings.ts";
import { whereItOpens } from "../../../builtins/weighing/where-it-opens.ts";
import { detector } from "../../../redactors/detect.ts";

const BARE: FindingContext = { least: "medium" };
/** All that lets a finding pass where it is less than sure. */
const LENIENT: FindingContext = { ...BARE, isTrial: true, isFile: true, isLocal: true, isNew: true };

function weighed(text: string): { isAlone: boolean; isSame: boolean } {
  const found = detector.find(text);
  const isAlone = areWeighedAlone(
    found,
    found.map(({ span }) => text.slice(...span)),
  );
  const by = (around: FindingContext) => weigher(() => around, whereItOpens)(found, text, () => []);
  return { isAlone, isSame: JSON.stringify(by(BARE)) === JSON.stringify(by(LENIENT)) };
}

/** Kind, prefix and body, and what stands before. */
const TEXTS = readFileSync(join(import.meta.dirname, "../../data/tokens.tsv"), "utf8")
  .split("\n")
  .filter((line) => line !== "")
  .map((line) => {
    const [, prefix = "", body = "", after = ""] = line.split("\t");
    return `${after === "" ? "token " : after}${prefix}${body}\n`;
  });

test("what is weighed without its surroundings counts, or does not, wherever it stands", () => {
  const all = TEXTS.map(weighed);
  expect(all.filter(({ isAlone, isSame }) => isAlone && !isSame)).toEqual([]);
  expect(all.filter(({ isAlone }) => isAlone).length).toBeGreaterThan(100);
});

test.each([
  ["a password under a name", `password: ${["hunter", "2Zq"].join("")}x\n`],
  ["a password in an address", ["postgres://app:", "admin-secret-12", "@db.shop.io/app\n"].join("")],
  ["a token made up of a row", ["ghp_", "abcdefghijklmnopqrstuvwxyz0123456789", "\n"].join("")],
])("%s is weighed with them", (_what, text) => {
  expect(weighed(text)).toEqual({ isAlone: false, isSame: false });
});
