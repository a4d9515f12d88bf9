import { expect, test } from "vitest";

import type { Checkpoint } from "../../../shadow-repo/journal/checkpoint.ts";
import { aboutFolded, foldCalls } from "../../../terminal/fold-calls.ts";

/** A checkpoint from `turn:A`, `manual:M`, or `tool:C:A`, a call of the turn A. */
function one(text: string): Checkpoint {
  const [scope, id, turn] = text.split(":") as [Checkpoint["scope"], string, string | undefined];
  const fixed = { index: 0, session_id: "s", created_at: "2026-01-10T12:00:00Z", before: "a", after: "b", files: [] };
  return { ...fixed, id, scope, ...(turn !== undefined && { turn }) };
}

test.each([
  ["calls stand below their turn", ["turn:B", "tool:b2:B", "tool:b1:B", "turn:A", "tool:a1:A"], ["B b2 b1", "A a1"]],
  ["calls of two turns at once go to their own", ["turn:B", "turn:A", "tool:b:B", "tool:a:A"], ["B b", "A a"]],
  ["a call whose turn is not listed stands alone", ["tool:c:C", "turn:A"], ["c", "A"]],
  ["so does one that ended after its turn", ["tool:a2:A", "turn:A", "tool:a1:A"], ["a2", "A a1"]],
  ["and a snapshot", ["turn:A", "manual:m", "tool:a:A"], ["A a", "m"]],
])("%s", (_, rows, told) => {
  const steps = foldCalls(rows.map(one));
  expect(steps.map(({ step, calls }) => [step, ...calls].map(({ id }) => id).join(" "))).toEqual(told);
});

test("what a list of prompts leaves out is told, with the commands that list it", () => {
  expect(aboutFolded({ calls: 0, shown: 7, older: 0 })).toEqual([]);
  expect(aboutFolded({ calls: 1, shown: 100, older: 38 })).toEqual([
    "1 call of these turns: snapveil checkpoints --calls",
    "38 older turns: snapveil checkpoints -n 138",
  ]);
});
