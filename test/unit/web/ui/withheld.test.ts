import { expect, test } from "vitest";

import type { Comparison } from "../../../../web/ui/checkpoint-view.ts";
import { comparedFile, fileContent, filePatch } from "../../../../web/ui/file-content.ts";
import { secretAt } from "../../../../web/ui/file-text.ts";
import type { SecretFinder } from "../../../../builtins/masking/mask-text.ts";

const entry = { mode: "100644", id: "1".repeat(40) };
const comparison = {
  before: "b",
  after: "a",
  changes: [
    { path: ".env", before: entry, after: entry },
    { path: "a.txt", before: entry, after: entry },
  ],
  engine: {
    isWithheld: (path: string) => path === ".env",
    readBlobs: () => new Map([[entry.id, Buffer.from("KEY=value\n")]]),
    patch: () => Buffer.from("diff --git KEY=value\n"),
  },
} as unknown as Comparison;

const finder = { secretsIn: async () => [{ start: 4, end: 9 }] } as unknown as SecretFinder;

test("the page gets neither content nor difference of a file that alsoRecord names, and is told why", async () => {
  for (const reply of [
    await fileContent(finder, comparison, 0, "after"),
    await filePatch(finder, comparedFile(comparison, 0)),
  ]) {
    expect(reply.status).toBe(403);
    expect(String(reply.body)).toContain("alsoRecord names this file");
    expect(String(reply.body)).not.toContain("value");
  }
  expect(await secretAt(finder, comparedFile(comparison, 0)!, "after", 4)).toBeUndefined();
  expect((await fileContent(finder, comparison, 1, "after")).status).toBe(200);
});
