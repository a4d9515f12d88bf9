import { expect, test } from "vitest";

import { findMarkers } from "../../../redactors/marker.ts";

test.each([
  ["[REDACTED]", [0, 10]],
  ["[REDACTED:github-token]", [0, 23]],
  ["[REDACTED:password is Hunter2]", []],
  ["[REDACTED:]", []],
  [`[REDACTED:${"a".repeat(49)}]`, []],
])("nothing hides from the search in what only looks like a marker: %s", (text, spans) => {
  expect(findMarkers(text)).toEqual(spans);
});
