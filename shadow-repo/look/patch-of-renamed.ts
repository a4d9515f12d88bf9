import type { SnapshotEngine, TreeChange, TreeEntry } from "../engine.ts";

/** The patch from a renamed file's former content to the new one, as `git diff` writes it. */
export async function patchOfRenamed(engine: SnapshotEngine, change: TreeChange, atMost: number): Promise<string> {
  const read = async (entry: TreeEntry | undefined) =>
    (entry && (await engine.readBlobs([entry.id], atMost))?.get(entry.id)) ?? Buffer.alloc(0);
  const { writePatch } = await import("../js/patch.ts");
  return Buffer.from(await writePatch(change, read, "to read"), "latin1").toString("utf8");
}
