import { expect, test } from "vitest";

import { merge, type Outcome, type Verdict } from "../../../agents/codec/outcome.ts";

const ONE: Verdict = { kind: "deny", reason: "one" };
const OWN: Verdict = { kind: "deny", reason: "two", person: "two, for you" };

test.each<[first: Verdict, second: Verdict, merged: Verdict]>([
  [ONE, { kind: "deny", reason: "two" }, { kind: "deny", reason: "one\ntwo" }],
  [ONE, OWN, { kind: "deny", reason: "one\ntwo", person: "one\ntwo, for you" }],
  [OWN, ONE, { kind: "deny", reason: "two\none", person: "two, for you\none" }],
  [ONE, { ...OWN, kind: "block" }, { ...OWN, kind: "block" }],
  [ONE, { ...OWN, kind: "ask" }, ONE],
  [ONE, { kind: "deny", reason: "" }, ONE],
])("of %j and %j model and person hear every reason of the strictest", (first, second, merged) => {
  expect(merge({ verdict: first }, { verdict: second }).verdict).toEqual(merged);
});

test.each(["context", "notice", "unfinished", "rewriteNotice", "rewriteContext"] as const)(
  "of two outcomes each text under %s is kept, in order",
  (part) => {
    const merged: Outcome = merge({ [part]: ["one", "two"] }, { [part]: ["three"] });
    expect(merged).toEqual({ [part]: ["one", "two", "three"] });
  },
);
