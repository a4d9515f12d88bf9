import { expect, test } from "vitest";

import { stripBom } from "../../../kit/strip-bom.ts";

test.each([
  ["\uFEFF{}", "{}"],
  ["{}", "{}"],
  ["\uFEFF", ""],
  ["", ""],
  ["\uFEFF\uFEFFa", "\uFEFFa"],
  ["a\uFEFF", "a\uFEFF"],
])("%j becomes %j", (text, expected) => {
  expect(stripBom(text)).toBe(expected);
});
