import { expect, test } from "vitest";

import { fileChange } from "../../../../shadow-repo/journal/checkpoint.ts";

const entry = (mode: string, id = "1") => ({ mode, id });

test.each([
  ["added", undefined, entry("100644")],
  ["deleted", entry("100644"), undefined],
  ["modified", entry("100644"), entry("100644", "2")],
  ["modified", entry("100644"), entry("100755", "2")],
  ["mode", entry("100644"), entry("100755")],
  ["mode", entry("100755"), entry("100644")],
  // The text of a file is the target of the link in its place.
  ["modified", entry("100644"), entry("120000")],
  ["modified", entry("120000"), entry("100755")],
])("a file is %s: %j, then %j", (status, before, after) => {
  const change = { path: "a", ...(before && { before }), ...(after && { after }) };
  expect(fileChange(change as Parameters<typeof fileChange>[0])).toEqual({ path: "a", status });
});
