import { join } from "node:path";

import { expect, test } from "vitest";

import { bareHome } from "../../../agents/formats/runtime-place.ts";

test.each([
  ["/Users/a/Library/Application Support/snapveil", "/Users/a", "darwin", join("/Users/a", ".snapveil")],
  ["/Users/a/data/snapveil", "/Users/a", "darwin", undefined],
  ["/Users/a b/Application Support/snapveil", "/Users/a b", "darwin", undefined],
  ["/Users/a/Application Support/snapveil", undefined, "darwin", undefined],
  ["C:\\Program Data\\snapveil", "C:\\Users\\a", "win32", undefined],
])("data in %j with the home %j on %s puts bare programs in %j", (data, home, platform, folder) => {
  expect(bareHome(data, home, platform)).toBe(folder);
});
