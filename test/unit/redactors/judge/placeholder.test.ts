import { expect, test } from "vitest";

import { isPlaceholder } from "../../../../redactors/judge/placeholder.ts";

test.each<[value: string, isSo: boolean]>([
  ["a".repeat(15), true],
  ["a".repeat(16), false],
  ["7".repeat(40), false],
  ...[..."xX0*.-_#"].map((sign): [string, boolean] => [sign.repeat(40), true]),
])("one character over and over, %s, is a placeholder: %s", (value, isSo) => {
  expect(isPlaceholder(value)).toBe(isSo);
});
