import { expect, test } from "vitest";

import { parsePositive } from "../../../builtins/call.ts";

test.each([
  ["7", 7],
  ["+4", 4],
  ["007", 7],
  ["0", undefined],
  ["-4", undefined],
  [" 4", undefined],
  ["4 ", undefined],
  ["2.5", undefined],
  ["4abc", undefined],
  ["0x10", undefined],
  ["", undefined],
  [undefined, undefined],
  ["99999999999999999999", undefined],
  ["9223372036854775807", 2 ** 63],
  ["9223372036854775808", undefined],
  ["+", undefined],
  ["+-4", undefined],
])("%j is %j", (text, expected) => {
  expect(parsePositive(text)).toBe(expected);
});
