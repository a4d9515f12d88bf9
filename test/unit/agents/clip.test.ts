import { expect, test } from "vitest";

import { clip } from "../../../agents/codec/output-text.ts";

test.each([
  [40_000, 40_000],
  [40_001, 1],
  [600_000, 560_000],
])("a text of %i characters is shown by its ends where it is longer than an agent shows", (length, left) => {
  const text = `a${"x".repeat(length - 2)}z`;
  const shown = clip(text);
  if (length <= 40_000) return expect(shown).toBe(text);
  expect(shown.startsWith("axx") && shown.endsWith("xxz")).toBe(true);
  expect(shown).toContain(`\n[${left} characters left out]\n`);
  expect(shown.length - `\n[${left} characters left out]\n`.length).toBe(40_000);
});
