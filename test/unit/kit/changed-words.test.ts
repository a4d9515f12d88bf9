import { expect, test } from "vitest";

import { changedWords } from "../../../kit/changed-words.ts";

const changed = (before: string, after: string) => {
  const { removed, added } = changedWords(before, after) ?? {};
  const words = (parts: typeof added) => parts?.flatMap((part) => (part.changed ? [part.text.trim()] : []));
  return added && [words(removed), words(added)];
};

test("words that differ are marked on both sides", () => {
  expect(changed("const port = 80;", "const port = 8080;")).toEqual([["80"], ["8080"]]);
  expect(changed("one two three", "one three")).toEqual([["two"], []]);
});

test.each([
  ["nothing in common", "alpha beta", "gamma delta"],
  ["a short line that a long one holds", "done", "done, and after that a great many further words that are new"],
  ["the other way round", "a great many words of which but one will stay in it: done", "done"],
  ["a very long line", "x ".repeat(600), `${"x ".repeat(600)}y`],
])("no word is marked in %s", (_, before, after) => expect(changedWords(before, after)).toBeUndefined());
