import { describe, expect, test } from "vitest";

import { excerptOf } from "../../../builtins/describe-secrets.ts";

const letters = (length: number) => "abcdefghijklmnopqrstuvwxyz0123456789".repeat(2).slice(0, length);

describe("what is shown of a secret", () => {
  test("is its first and last two characters and its length", () => {
    expect(excerptOf(letters(40), "github-token")).toBe("ab…cd (40 characters)");
  });

  test.each([1, 6, 12, 15])("of a short one (%s) is its length alone", (length) => {
    expect(excerptOf(letters(length), "password")).toBe(`(${length} characters)`);
  });

  test("of the person's own is its length alone, unless it is long", () => {
    expect(excerptOf(letters(23), "known-value")).toBe("(23 characters)");
    expect(excerptOf(letters(24), "known-value")).toBe("ab…wx (24 characters)");
    expect(excerptOf(letters(23), "password")).toContain("…");
  });

  test("neither cuts a character in two nor lets one work on a terminal", () => {
    expect(excerptOf(`😀\u001b${letters(20)}\n\u0007`, "x")).toBe("😀\\u001b…\\u000a\\u0007 (24 characters)");
  });
});
