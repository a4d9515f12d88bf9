import { rmSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { namesIn } from "../names-in.ts";
import type { Place } from "../place.ts";
import { FOLDER, parseTree } from "../tree-object.ts";
import { looseFile } from "./loose-object.ts";
import { looseIn, refsIn } from "./object-folders.ts";
import { objectReader, type ObjectReader } from "./object-reader.ts";
import { PACK_BYTES } from "./object-writer.ts";
import { idsIn, readPackIndex } from "./pack-index.ts";
import { readStatCache } from "./stat-cache.ts";
import { packed, writePack, type PackedObject } from "./write-pack.ts";

/** A capture writes its objects first and names them afterwards. */
const GRACE = 3_600_000;

/**
 * Gives back the space of what neither a ref nor the cache reaches: objects that have a file of their own, and
 * packs of which less than half is reached; the rest of those is packed anew. Throws, and drops nothing, where what is
 * reached cannot be read.
 */
export default async function dropUnreachable(io: Io, place: Place): Promise<void> {
  const { shadow } = place;
  const reader = objectReader(shadow);
  const reached = await reachable(io, shadow, reader);
  const before = io.now().getTime() - GRACE;
  const isOld = (file: string) =>
    (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY) < before;
  for (const id of looseIn(shadow))
    if (!reached.has(id) && isOld(looseFile(shadow, id))) rmSync(looseFile(shadow, id), { force: true });
  const folder = join(shadow, "objects", "pack");
  for (const name of namesIn(folder)) {
    const file = join(folder, name);
    const index = name.endsWith(".idx") && isOld(file) ? readPackIndex(file) : undefined;
    const ids = index ? idsIn(index) : [];
    const kept = ids.filter((id) => reached.has(id));
    if (!index || kept.length * 2 > ids.length) continue;
    await packAnew(io, shadow, reader, kept);
    // The index first: without it nobody looks for the pack.
    for (const ending of [".idx", ".rev", ".pack"]) rmSync(file.replace(/\.idx$/, ending), { force: true });
  }
}

async function packAnew(io: Io, shadow: string, reader: ObjectReader, ids: readonly ObjectId[]): Promise<void> {
  let objects: PackedObject[] = [];
  let bytes = 0;
  for (const id of ids) {
    const found = await reader.find(id);
    if (found?.type !== "tree" && found?.type !== "blob") continue; // there is no other kind
    const object = packed(id, found.type, found.content);
    objects.push(object);
    bytes += object.bytes.length;
    if (bytes < PACK_BYTES) continue;
    writePack(shadow, io.pid, objects);
    [objects, bytes] = [[], 0];
  }
  if (objects.length > 0) writePack(shadow, io.pid, objects);
}

async function reachable(io: Io, shadow: string, reader: ObjectReader): Promise<ReadonlySet<ObjectId>> {
  const reached = new Set<ObjectId>();
  const visit = async (id: ObjectId): Promise<void> => {
    if (reached.has(id)) return;
    reached.add(id);
    for (const entry of parseTree(await reader.read(id, "tree")).values()) {
      if (entry.mode === FOLDER) await visit(entry.id);
      else reached.add(entry.id);
    }
  };
  for (const [, id] of refsIn(shadow)) await visit(id);
  const cache = readStatCache(shadow, io.now());
  for (const { id } of cache?.files.values() ?? []) reached.add(id);
  for (const id of cache?.trees ?? []) reached.add(id);
  return reached;
}
