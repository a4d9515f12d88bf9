import { expect, test } from "vitest";

import { hunkHead } from "../../../kit/hunk-head.ts";

test.each([
  ["@@ -3,2 +4,5 @@ function f() {", [3, 2, 4, 5]],
  ["@@ -3 +3 @@", [3, 1, 3, 1]],
  ["@@ -0,0 +1,9 @@", [0, 0, 1, 9]],
  ["--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-@@ -7 +7 @@\n", [1, 1, 1, 2]],
])("%j", (text, [start, count, newStart, newCount]) => {
  expect(hunkHead(text)).toEqual({ before: { start, count }, after: { start: newStart, count: newCount } });
});

test.each(["", "-@@ -1 +1 @@", "a\r@@ -1 +1 @@", "old mode 100644\nnew mode 100755\n", "@@ -a +b @@"])(
  "%j has none",
  (text) => {
    expect(hunkHead(text)).toBeUndefined();
  },
);
