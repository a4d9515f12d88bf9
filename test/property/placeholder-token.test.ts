import fc from "fast-check";
import { expect, test } from "vitest";

import { isPlaceholderToken } from "../../redactors/judge/placeholder.ts";

/** Patterns alone, without the parts that are looked for first. */
const STANDS_IN =
  /(?:^|[-_])(?:your|placeholder|example|redacted|change[-_]?me|dummy|token[-_]?here|key[-_]?here)(?:[-_]|$)/i;
const FILLS = /x{6}|X{6}|\*{3}|\.{3}|0{16}/;

const part = fc.constantFrom(
  "your",
  "my",
  "YOUR",
  "Placeholder",
  "example",
  "redacted",
  "change",
  "me",
  "dummy",
  "token",
  "key",
  "here",
  "some",
  "the",
  "-",
  "_",
  "x",
  "xxx",
  "XXX",
  "0000000",
  "00",
  "*",
  "**",
  ".",
  "Zk3vQ9",
  "b7",
);
const body = fc.array(part, { maxLength: 9 }).map((parts) => parts.join(""));

test("whatever a pattern takes for a stand-in is one", () => {
  fc.assert(
    fc.property(body, (text) => {
      if (STANDS_IN.test(text) || FILLS.test(text)) expect(isPlaceholderToken(text, 0, text.length)).toBe(true);
    }),
    { numRuns: 5000 },
  );
});

test.each([
  "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3",
  "Zk3vQxxxxT2pLw8RcY5nHd4JsF6aG0xgqo3",
  "my_Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3",
])("%s may be issued", (text) => {
  expect(isPlaceholderToken(text, 0, text.length)).toBe(false);
});

test.each(["your-token", "my_api_token_for_this", "-insert-your-own-here", "xxxxabcdefabcdef"])(
  "%s is none",
  (text) => {
    expect(isPlaceholderToken(text, 0, text.length)).toBe(true);
  },
);
