import { expect, test } from "vitest";

import { plainName, stripBom } from "../../../kit/text.ts";

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

test.each(["add_dat", "add-date", "turnStart"])("%s is quoted", (name) => expect(plainName(name)).toBe(name));

test.each([
  ["a token", ["ghp", "Zk3vQ9mB7xT2pLw8RcY5nHd4JsF6aG0xgqo3"].join("_")],
  ["two lines", "a\nb"],
  ["nothing", ""],
  ["a long one", "a".repeat(41)],
])("%s is not", (_what, name) => {
  expect(plainName(name)).toBe("(an odd name)");
});
