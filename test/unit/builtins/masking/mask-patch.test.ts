import { expect, test } from "vitest";

import { maskPatch, maskSide, shownSide } from "../../../../builtins/masking/mask-patch.ts";
import type { SecretFinder } from "../../../../builtins/masking/mask-text.ts";

const finder = {
  secretsIn: async (text: string) =>
    Array.from(text.matchAll(/VALUE/g), ({ index }) => ({ start: index, end: index + 5, kind: "token" })),
} as unknown as SecretFinder;

test("of a file of which only the shown lines are searched, what git writes behind @@ is not shown", async () => {
  const patch = "@@ -9,2 +9,2 @@ key=VALUE\n same\n-old\n+new\n";
  const [before, after] = await Promise.all(
    (["before", "after"] as const).map((side) => maskSide(finder, shownSide(patch, side, "id"))),
  );
  expect(maskPatch(patch, before, after)).toBe("@@ -9,2 +9,2 @@\n same\n-old\n+new\n");
});
