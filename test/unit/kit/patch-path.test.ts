import { expect, test } from "vitest";

import { pathInHead } from "../../../kit/patch-path.ts";

test.each([
  ["a/src/x.ts b/src/x.ts", "src/x.ts"],
  ["a/a b b/a b", "a b"],
  [String.raw`"a/\303\251\t.txt" "b/\303\251\t.txt"`, "é\t.txt"],
  [String.raw`"a/q\"\\.txt" "b/q\"\\.txt"`, 'q"\\.txt'],
])("the head %s is of one file", (names, path) => {
  expect(pathInHead(`diff --git ${names}`)).toBe(path);
});
