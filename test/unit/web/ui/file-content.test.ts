import { expect, test } from "vitest";

import type { SecretFinder } from "../../../../builtins/masking/mask-text.ts";
import type { Comparison } from "../../../../web/ui/checkpoint-view.ts";
import { fileContent } from "../../../../web/ui/file-content.ts";

const ENTRY = { mode: "100644", id: "1".repeat(40) };
const GIF = `GIF87a${"x".repeat(40)}`;
const finder = { secretsIn: async () => [] } as unknown as SecretFinder;

/** The answer to the question for a file of this mode, whose blobs the engine gives so. */
async function content(blobs: Map<string, Buffer> | undefined, mode = "100644", number = 0) {
  const changes = [{ path: "a", after: { ...ENTRY, mode } }];
  const engine = { readBlobs: () => blobs };
  const { status, type, body } = await fileContent(
    finder,
    { before: "b", after: "a", changes, engine } as unknown as Comparison,
    number,
    "after",
  );
  return [status, type.split(";")[0], String(body)];
}
const holding = (text: string | Buffer) => new Map([[ENTRY.id, Buffer.from(text)]]);

test("a file is shown by its content, whatever its name says, and never as a document", async () => {
  expect(await content(holding("one\n"))).toEqual([200, "text/plain", "one\n"]);
  expect(await content(holding(GIF))).toEqual([200, "image/gif", GIF]);
  expect(await content(holding("<svg onload=x></svg>"))).toEqual([200, "text/plain", "<svg onload=x></svg>"]);
  expect(await content(holding("<!doctype html>"))).toEqual([200, "text/plain", "<!doctype html>"]);
  expect(await content(holding("GIF87a"))).toEqual([200, "text/plain", "GIF87a"]);
});

test("a link is its path, be it written like a picture", async () => {
  expect(await content(holding(GIF), "120000")).toEqual([200, "text/plain", GIF]);
});

test("what is not there, lost or too large is said", async () => {
  expect((await content(holding("x"), "100644", 1))[0]).toBe(404);
  expect(await content(new Map())).toEqual([404, "application/json", expect.stringContaining("is lost")]);
  expect(await content(undefined)).toEqual([413, "application/json", expect.stringContaining("too large")]);
});
