import { expect, test } from "vitest";

import { inShell } from "../../../kit/in-shell.ts";

test.each([
  ["src/app.ts", "src/app.ts"],
  ["--level=high", "--level=high"],
  ["user@host:/a+b%20", "user@host:/a+b%20"],
  ["", "''"],
  ["two words", "'two words'"],
  ["it's", "'it'\\''s'"],
  ["a\nb", "'a\nb'"],
  ["~/x", "'~/x'"],
  ["$(id)", "'$(id)'"],
  ["{a,b}", "'{a,b}'"],
  ["=ls", "'=ls'"],
])("%j is %s for a shell", (word, text) => {
  expect(inShell(word)).toBe(text);
});
