import { describe, expect, test } from "vitest";

import { joinFindings } from "../../../audit/scan/join-findings.ts";
import type { Finding } from "../../../redactors/finding.ts";

const finding = (rule: string, start: number, end: number): Finding => ({
  rule,
  kind: rule,
  span: [start, end],
  confidence: "high",
});

describe("joinFindings", () => {
  test.each<[string, Finding[], Finding[], [string[], number, number][]]>([
    [
      "apart",
      [finding("own", 0, 5)],
      [finding("theirs", 9, 12)],
      [
        [["own"], 0, 5],
        [["theirs"], 9, 12],
      ],
    ],
    ["the same", [finding("own", 0, 5)], [finding("theirs", 0, 5)], [[["own", "theirs"], 0, 5]]],
    ["ours within theirs", [finding("own", 6, 9)], [finding("theirs", 0, 20)], [[["own", "theirs"], 6, 9]]],
    ["theirs within ours", [finding("own", 0, 20)], [finding("theirs", 6, 9)], [[["own", "theirs"], 0, 20]]],
    ["crossing", [finding("own", 0, 8)], [finding("theirs", 5, 12)], [[["own", "theirs"], 0, 12]]],
    [
      "across two of ours",
      [finding("one", 0, 8), finding("two", 10, 20)],
      [finding("theirs", 5, 15)],
      [[["one", "two", "theirs"], 0, 20]],
    ],
    [
      "touching",
      [finding("own", 0, 5)],
      [finding("theirs", 5, 8)],
      [
        [["own"], 0, 5],
        [["theirs"], 5, 8],
      ],
    ],
    ["only theirs, overlapping", [], [finding("one", 0, 5), finding("two", 3, 8)], [[["one", "two"], 0, 8]]],
  ])("%s", (_what, own, theirs, joined) => {
    expect(joinFindings(own, theirs).map(({ rules, span }) => [rules, ...span])).toEqual(joined);
  });
});
