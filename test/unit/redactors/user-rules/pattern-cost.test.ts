import { RE2JS } from "re2js";
import { expect, test } from "vitest";

import { patternCost } from "../../../../redactors/user-rules/pattern-cost.ts";

test.each([
  "CORP-[A-Z0-9]{32}",
  "(?i)[a-z0-9_.+-]+@corp\\.example",
  "([a-z]{30}){30}z",
  "(?P<secret>x{0,9}y*)+",
  "[]x{5}]{7}",
  "\\pL{1,99}\\p{Greek}{3,}",
  "(a|bc|def){1,20}$",
  "\\x{41}[[:alpha:]\\]]{12}",
  "(([a-f]{1,10}){1,10}){1,9}z",
  "a{1000}",
  "(?:[a-z]{1,8}-){1,9}\\d{4}",
  "[\\d\\]{3}]{40}",
])("%s costs about what RE2 makes of it", (pattern) => {
  const size = RE2JS.compile(pattern).programSize();
  expect(patternCost(pattern)).toBeGreaterThan(size / 2 - 8);
  expect(patternCost(pattern)).toBeLessThan(size * 2 + 8);
});

test("what would take seconds to compile is told at once", () => {
  expect(patternCost(`(?:${"a?".repeat(480)}){1000}`)).toBeGreaterThan(100_000);
});
