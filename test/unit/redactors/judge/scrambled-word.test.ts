import { expect, test } from "vitest";

import { isScrambledWord } from "../../../../redactors/judge/scrambled-word.ts";
import { made } from "../kinds/made.ts";

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
const SIGNS = "!@#$%^&*()-_=+[]{};:,.<>?/|~";

test("nine of ten passwords of random letters, digits and signs are told from code", () => {
  const words = Array.from({ length: 200 }, (_, at) => made(LETTERS + SIGNS, 16 + (at % 9), 9000 + at));
  expect(words.filter((word) => isScrambledWord(word)).length).toBeGreaterThanOrEqual(180);
});

test("a word without signs is left to the other judges", () => {
  const words = Array.from({ length: 200 }, (_, at) => made(LETTERS, 16 + (at % 9), 9000 + at));
  expect(words.filter((word) => isScrambledWord(word))).toEqual([]);
});
