import fc from "fast-check";
import { expect, test } from "vitest";

import type { Json } from "../../kit/json.ts";
import { RULES } from "../../redactors/catalogue/rules.ts";
import type { Detector } from "../../redactors/finding.ts";
import { redactJson } from "../../redactors/redact-json.ts";
import { surveyJson } from "../../redactors/survey-json.ts";
import { randomFrom, times } from "../support/chance.ts";
import { sampleOf } from "../unit/redactors/sample.ts";

const token = fc.tuple(fc.constantFrom(...RULES), fc.nat()).map(([[, prefixes, shape], seed]) => {
  const random = randomFrom(seed);
  const all = prefixes.split(" ");
  return (all[random(all.length)] as string).replaceAll("␣", " ") + sampleOf(shape, random);
});
const text = fc.oneof(
  fc.constantFrom("nothing here", "hunter2hunter2", "Tr0ub4dor&3", "--password", "-p", "[REDACTED]", "packages/core/src/index.ts", "9fceb02d0ae598e95dc970b7", "a%3Db", "é\u200b", "\u001b[1mx", "abandon ability able about above absent absorb abstract absurd abuse access accident"),
  fc.tuple(fc.constantFrom("", "x ", "algolia ", "password: ", "// "), token).map((parts) => parts.join("")),
  fc.base64String({ minLength: 16, maxLength: 60 }),
  fc.string({ maxLength: 30 }),
);
const key = fc.oneof(fc.constantFrom("password", "content", "text", "value", "name", "user", "role", "api_key", "path", "pin"), fc.string({ maxLength: 6 }), token);
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof({ maxDepth: 3 }, text, fc.constantFrom<Json>(null, true, 7, 12_345_678, 1.5), fc.array(tie("value"), { maxLength: 4 }), fc.dictionary(key, tie("value"), { maxKeys: 4, noNullPrototype: true })),
}));

test("what the first look passes holds nothing, and passing it changes no answer", () => {
  let clean = 0;
  let passed = 0;
  fc.assert(
    fc.property(fc.oneof(value, fc.array(value, { maxLength: 5 })), fc.boolean(), fc.constantFrom(undefined, new Set(["role", "path"])), (value, thorough, skip) => {
      const options = { thorough, ...(skip && { skip }) };
      const survey = surveyJson(value, options, undefined);
      const whole = redactJson(value, "plain", options);
      if (survey.clean) expect(whole.findings).toEqual([]);
      if (survey.clean) clean += 1;
      expect(redactJson(value, "plain", { ...options, plain: survey.plain, passed: survey.passed })).toEqual(whole);
      passed += survey.passed.size;
    }),
    { numRuns: times(2500) },
  );
  expect(clean).toBeGreaterThan(100);
  expect(passed).toBeGreaterThan(30);
});

test("what the user's rules find on both sides of a marker is found by the first look too", () => {
  const known: Detector = { id: "rule", find: (text) => [...text.matchAll(/foo.bar/g)].map(({ index }) => ({ rule: "foo", kind: "foo", span: [index, index + 7], confidence: "high" })) };
  const value = { content: "see foo[REDACTED]bar" };
  expect(redactJson(value, "plain", { detectors: [known] }).findings).not.toEqual([]);
  expect(surveyJson(value, {}, known).clean).toBe(false);
});
