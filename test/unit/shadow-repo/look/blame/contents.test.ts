import { expect, test } from "vitest";

import type { SnapshotEngine } from "../../../../../shadow-repo/engine.ts";
import { Contents } from "../../../../../shadow-repo/look/blame/contents.ts";

/** An engine that holds these blobs, and refuses to read more than `most` bytes at once. */
function engineWith(blobs: Record<string, string>, most: number): { engine: SnapshotEngine; reads: string[][] } {
  const reads: string[][] = [];
  const there = (ids: readonly string[]) => ids.filter((id) => Object.hasOwn(blobs, id));
  const engine = {
    sizes: async (ids: readonly string[]) => new Map(there(ids).map((id) => [id, blobs[id]!.length])),
    readBlobs: async (ids: readonly string[], limit: number) => {
      const known = there(ids);
      if (limit > most) return undefined;
      reads.push(known);
      return new Map(known.map((id) => [id, Buffer.from(blobs[id]!)]));
    },
  };
  return { engine: engine as unknown as SnapshotEngine, reads };
}

const textOf = async (contents: Contents, id: string) => (await contents.get(id)).toString();

test("few contents are read at once, and a lost one is empty", async () => {
  const { engine, reads } = engineWith({ a: "one", b: "two" }, Infinity);
  const contents = await Contents.of(engine, ["a", "b", "a", "lost"]);
  expect([await textOf(contents, "b"), await textOf(contents, "a"), await textOf(contents, "lost")]).toEqual([
    "two",
    "one",
    "",
  ]);
  expect(reads).toEqual([["a", "b"]]);
});

test("many are read in groups, each once while its contents are asked for", async () => {
  const ids = Array.from({ length: 200 }, (_, at) => `id${at}`);
  const { engine, reads } = engineWith(Object.fromEntries(ids.map((id) => [id, `text of ${id}`])), 1 << 20);
  const contents = await Contents.of(engine, [...ids, "lost"]);
  for (const id of ids) expect(await textOf(contents, id)).toBe(`text of ${id}`);
  expect(await textOf(contents, "lost")).toBe("");
  expect(reads.flat()).toEqual(ids);
});
