import { expect, test } from "vitest";

import type { Confidence } from "../../../redactors/finding.ts";
import type { LetThrough } from "../../../builtins/weigh-findings.ts";
import { remarksOn } from "../../../builtins/weighing/remarks.ts";

type Place = Parameters<typeof remarksOn>[1]["place"];

test.each<[place: Place, reason: LetThrough["reason"], confidence: Confidence, kind: string, isTold: boolean]>([
  ["prompt", "unsure", "medium", "password", true],
  ["prompt", "unsure", "low", "password", false],
  ["prompt", "trial", "medium", "password", false],
  ["output", "unsure", "medium", "password", false],
  ["output", "local", "medium", "session-token", true],
  ["output", "local", "medium", "password", false],
  ["output", "new", "medium", "session-token", false],
  ["prompt", "local", "medium", "session-token", false],
])("in %s one that passes as %s (%s, %s) is told to the person: %s", (place, reason, confidence, kind, isTold) => {
  const finding = { rule: "r", kind, span: [0, 1], confidence } as const;
  const remarks: string[] = [];
  const told = remarksOn(
    [{ finding, reason }],
    { place, what: "It holds" },
    { remark: (one) => void remarks.push(one) },
  );
  expect(told.length > 0).toBe(isTold);
  if (isTold) expect(told[0]).toContain(`It holds what`);
  expect(remarks).toEqual([expect.stringMatching(`\\(${kind}\\) passes: `)]);
});
