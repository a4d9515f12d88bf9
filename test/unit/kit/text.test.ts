import { describe, expect, test } from "vitest";

import {
  firstBytes,
  lastBytes,
  plainName,
  printable,
  printableText,
  stripBom,
  withoutHarmful,
} from "../../../kit/text.ts";

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

describe("of a text that a stranger wrote", () => {
  const HARMFUL: readonly (readonly [what: string, text: string])[] = [
    ["a sequence of a terminal", "\u001b[2J"],
    ["a bell", "\u0007"],
    ["a delete", "\u007f"],
    ["a control of C1", "\u009b"],
    ["a turn of direction", "\u202e"],
    ["an isolate of direction", "\u2066"],
    ["a mark of direction", "\u200f"],
    ["a blank without width", "\u200b"],
    ["a line end of Unicode", "\u2028"],
    ["a mark of byte order", "\ufeff"],
    ["a tag that nobody sees", "\u{e0041}"],
  ];

  test.each(HARMFUL)("%s reaches no terminal, and is shown in a name", (_, text) => {
    const [first] = Array.from(text);
    expect(printable(`a${text}b`)).not.toContain(first);
    expect(printable(`a${text}b`)).toMatch(/^a\\u[0-9a-f]{4}.*b$/);
    expect(printableText(`a${text}b`)).toBe(printable(`a${text}b`));
    expect(withoutHarmful(`a${text}b`)).toBe("ab");
  });

  test.each([
    ["a\tb", "a\\u0009b", "a\tb", "a b"],
    ["a\nb", "a\\u000ab", "a\nb", "a\nb"],
    ["a\r\nb", "a\\u000d\\u000ab", "a\r\nb", "a\nb"],
    ["a\rb", "a\\u000db", "a\\u000db", "a\nb"],
    ["\u001b[31mred\u001b[0m", "\\u001b[31mred\\u001b[0m", "\\u001b[31mred\\u001b[0m", "red"],
    ["so\u00adft", "so\u00adft", "so\u00adft", "soft"],
    ["nä é 日本 🙂", "nä é 日本 🙂", "nä é 日本 🙂", "nä é 日本 🙂"],
  ])("%j stands in a name, in lines, and where the model reads it", (text, name, lines, clean) => {
    expect([printable(text), printableText(text), withoutHarmful(text)]).toEqual([name, lines, clean]);
  });
});

test.each([
  [0, "", ""],
  [1, "a", "b"],
  [2, "a", "b"],
  [3, "aé", "éb"],
  [4, "aéb", "aéb"],
  [9, "aéb", "aéb"],
])("of four bytes the first and the last %i hold whole characters", (most, first, last) => {
  const bytes = Buffer.from("aéb");
  expect([firstBytes(bytes, most).toString(), lastBytes(bytes, most).toString()]).toEqual([first, last]);
});
