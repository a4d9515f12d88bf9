import { expect, test } from "vitest";

import { maskHunks } from "../../../../builtins/masking/mask-hunks.ts";
import type { SecretFinder } from "../../../../builtins/masking/mask-text.ts";
import type { ListedHunk } from "../../../../shadow-repo/restore/hunks/choose-hunks.ts";

const finder = {
  secretsIn: async (text: string) =>
    Array.from(text.matchAll(/VALUE/g), ({ index }) => ({ start: index, end: index + 5, kind: "token" })),
} as unknown as SecretFinder;

test("what stands in the place of an edited hunk now is shown without its secret", async () => {
  const present = "one\nkey=VALUE\n";
  const hunk = {
    patch: "@@ -1 +1 @@\n-a\n+b\n",
    parts: [],
    present: "key=VALUE\n",
    sides: { before: Buffer.from("a\n"), after: Buffer.from("b\n"), present: Buffer.from(present) },
  } as unknown as ListedHunk;
  expect((await maskHunks(finder, [hunk]))[0]!.present).toBe("key=[REDACTED:token]\n");
});
