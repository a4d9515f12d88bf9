import { describe, expect, test } from "vitest";

import { userRules } from "../../../../redactors/user-rules/user-rules.ts";

const rule = (pattern: string, kind = "own") => ({ kind, pattern });

describe("a rule of the user's", () => {
  test.each<[what: string, pattern: string, isUsed: boolean]>([
    ["of usual size", "CORP-[A-Z0-9]{32}", true],
    ["that is broken", "CORP-[", false],
    ["that fits the empty text", "(CORP)*", false],
    ["that needs more than linear time", "(a+)\\1", false],
    ["of nearly a thousand steps", "C[A-Z]{950}", true],
    ["of more than a thousand", "C[A-Z]{1100}", false],
  ])("%s", (_, pattern, isUsed) => {
    const { problems } = userRules([rule(pattern, "acme")]);
    expect(problems).toEqual(isUsed ? [] : [expect.stringContaining('the rule for "acme" is not used')]);
  });

  test("counts with the others: five thousand steps are run, and each further one is named", () => {
    const rules = Array.from({ length: 8 }, (_, at) => rule(`C[A-Z]{900}${at}`, `k${at}`));
    const { problems } = userRules(rules);
    expect(problems.map((sentence) => /"(k\d)"/.exec(sentence)![1])).toEqual(["k5", "k6", "k7"]);
  });

  test("finds its group `secret` alone where it has one", () => {
    const text = "key acme-12345 end";
    const found = (pattern: string) =>
      userRules([rule(pattern)])
        .detector.find(text)
        .map(({ span }) => text.slice(...span));
    expect(found("acme-\\d+")).toEqual(["acme-12345"]);
    expect(found("acme-(?P<secret>\\d+)")).toEqual(["12345"]);
    expect(found("acme-(?:(?P<secret>[A-Z]+)|\\d+)")).toEqual(["acme-12345"]);
  });
});
