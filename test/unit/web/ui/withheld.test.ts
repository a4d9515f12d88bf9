import { expect, test } from "vitest";

import type { Comparison } from "../../../../web/ui/checkpoint-view.ts";
import { fileContent, filePatch } from "../../../../web/ui/file-content.ts";

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

test("the page gets neither content nor difference of a file that alsoRecord names, and is told why", async () => {
  for (const reply of [await fileContent(comparison, 0, "after"), await filePatch(comparison, 0)]) {
    expect(reply.status).toBe(403);
    expect(String(reply.body)).toContain("alsoRecord names this file");
    expect(String(reply.body)).not.toContain("value");
  }
  expect(String((await fileContent(comparison, 1, "after")).body)).toBe("KEY=value\n");
});
