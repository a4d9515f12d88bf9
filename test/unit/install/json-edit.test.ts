import { expect, test } from "vitest";

import { removeAt } from "../../../agents/formats/json-edit.ts";

test.each([
  ['{ "a": [1, 2] }', 0, '{ "a": [2] }'],
  ['{ "a": [1, 2] }', 1, '{ "a": [1] }'],
  ['{ "a": [ 1 ] }', 0, '{ "a": [] }'],
  ['{ "a": [\n  1, // one\n  2\n] }', 1, '{ "a": [\n  1 // one\n] }'],
])("an item goes with its comma and its blanks, and nothing else: %j without number %i", (text, at, left) => {
  expect(removeAt(text, ["a", at])).toBe(left);
});
