import type { ObjectId, SnapshotEngine, TreeChange } from "../engine.ts";
import { toText } from "../git-path.ts";
import type { Occurrences } from "../journal/checkpoint.ts";
import { effectOf, type TwoTrees } from "../journal/history.ts";

/** The most bytes of contents that are held in memory at once; a larger content is searched alone. */
const AT_ONCE = 64 * 1024 * 1024;

/**
 * For each checkpoint, the paths of the files in which it changed the number of occurrences of a text, with the numbers
 * before and after. The text is searched as bytes and may span lines. Each content is read once, even if several
 * checkpoints have it.
 */
export async function findText(
  engine: SnapshotEngine,
  checkpoints: readonly TwoTrees[],
  text: string,
): Promise<Map<string, Occurrences>[]> {
  const all = await engine.diffAll(checkpoints.map(effectOf));
  const contents = all.flat().flatMap(({ before, after }) => (before?.id === after?.id ? [] : [before, after]));
  const counts = await countIn(
    engine,
    contents.flatMap((entry) => entry?.id ?? []),
    Buffer.from(text, "utf8"),
  );
  const of = (entry: TreeChange["after"]) => (entry ? (counts.get(entry.id) ?? 0) : 0);
  return all.map(
    (changes) =>
      new Map(
        changes.flatMap(({ path, before, after }) =>
          of(before) === of(after) ? [] : [[toText(path), { before: of(before), after: of(after) }] as const],
        ),
      ),
  );
}

/** The number of occurrences of the bytes in each content; contents without an occurrence are left out. */
async function countIn(
  engine: SnapshotEngine,
  ids: readonly ObjectId[],
  bytes: Buffer,
): Promise<ReadonlyMap<ObjectId, number>> {
  const counts = new Map<ObjectId, number>();
  const sizes = await engine.sizes(ids);
  for (const batch of batchesOf(sizes)) {
    const atMost = batch.reduce((sum, id) => sum + sizes.get(id)!, 0);
    for (const [id, content] of (await engine.readBlobs(batch, atMost)) ?? []) {
      const count = countOf(content, bytes);
      if (count > 0) counts.set(id, count);
    }
  }
  return counts;
}

/** Groups ids so that the contents of a group have at most `AT_ONCE` bytes; a larger content is a group of its own. */
export function batchesOf(sizes: ReadonlyMap<ObjectId, number>): ObjectId[][] {
  const batches: ObjectId[][] = [[]];
  let room = AT_ONCE;
  for (const [id, size] of sizes) {
    if (size > room && batches.at(-1)!.length > 0) {
      batches.push([]);
      room = AT_ONCE;
    }
    batches.at(-1)!.push(id);
    room -= size;
  }
  return batches;
}

function countOf(content: Buffer, bytes: Buffer): number {
  let count = 0;
  for (let at = content.indexOf(bytes); at >= 0; at = content.indexOf(bytes, at + bytes.length)) count += 1;
  return count;
}
