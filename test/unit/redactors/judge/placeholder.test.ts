import { expect, test } from "vitest";

import { isPlaceholder, isPlaceholderToken } from "../../../../redactors/judge/placeholder.ts";

test.each<[value: string, isSo: boolean]>([
  ["a".repeat(15), true],
  ["a".repeat(16), false],
  ["7".repeat(40), false],
  ...[..."xX0*.-_#"].map((sign): [string, boolean] => [sign.repeat(40), true]),
])("one character over and over, %s, is a placeholder: %s", (value, isSo) => {
  expect(isPlaceholder(value)).toBe(isSo);
});

test.each<[body: string, isSo: boolean]>([
  ["My_ne7HrCrjBI", false],
  ["my-4tQw9ZpL2xVb7KmR", false],
  ["my_token123", true],
  ["your_key_12ab", true],
  ["my_app_prod_1a2b", true],
  ["the-token-2024", true],
  [`${"A".repeat(43)}=`, true],
  [`${"A".repeat(42)}Q=`, false],
  ["C".repeat(24), false],
])("behind a token's prefix %s is a placeholder: %s", (body, isSo) => {
  expect(isPlaceholderToken(`key_${body}`, 4, 4 + body.length)).toBe(isSo);
});
