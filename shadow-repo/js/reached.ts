import { readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { FOLDER, parseTree } from "../git-object.ts";
import { toText } from "../git-path.ts";
import { packedRefs } from "../refs.ts";
import type { Place } from "../place.ts";
import { Objects, idsIn, looseFile, looseIn, packsIn } from "./objects.ts";
import { readStatCache } from "./stat-cache.ts";

/**
 * The age, in milliseconds, from which on an unreachable object is deleted. A younger object may belong to a running
 * capture, which writes its refs last.
 */
const GRACE = 3_600_000;

/** The problems of every object that a ref reaches, and of every loose object, as sentences. */
export async function checkObjects(shadow: string, objects: Objects): Promise<string[]> {
  const problems: string[] = [];
  const reached = await reachedIn(shadow, objects, {
    content: async (id) => void (await objects.read(id, "blob")),
    broken: (what, error) => problems.push(`${what}: ${error.message}`),
  });
  for (const id of looseIn(shadow)) {
    if (reached.has(id)) continue;
    await objects.find(id).catch((error: unknown) => problems.push((error as Error).message));
  }
  return problems;
}

/**
 * Deletes old loose objects that neither a ref nor the cache reaches, and old packs of which at most half is reached.
 * The reached objects of such a pack are stored anew first. A pack with a reached object that cannot be read stays, so
 * that the object can be mended.
 * @throws if a reachable tree cannot be read, before anything is deleted
 */
export async function dropUnreachable(io: Io, { shadow }: Place): Promise<void> {
  const objects = new Objects(io, shadow);
  const reached = await reachedIn(shadow, objects, {
    content: async () => {},
    broken: (_what, error) => {
      throw error;
    },
  });
  for (const { id } of readStatCache(shadow, io.now())?.values() ?? []) reached.add(id);
  const before = io.now().getTime() - GRACE;
  const isOld = (file: string) => (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? Infinity) < before;
  for (const file of looseIn(shadow).flatMap((id) => (reached.has(id) ? [] : [looseFile(shadow, id)])))
    if (isOld(file)) rmSync(file, { force: true });
  for (const pack of packsIn(shadow).filter(isOld)) {
    const ids = idsIn(pack);
    const kept = ids.filter((id) => reached.has(id));
    if (kept.length * 2 > ids.length) continue;
    if (!(await storeAnew(objects, kept))) continue;
    // Delete the index first: git ignores a pack without an index.
    for (const ending of ["idx", "rev", "pack"]) rmSync(pack.replace(/pack$/, ending), { force: true });
  }
}

/** Stores objects outside of their pack. @returns whether all of them could be read */
async function storeAnew(objects: Objects, ids: readonly ObjectId[]): Promise<boolean> {
  let areAllRead = true;
  for (const id of ids) {
    const found = await objects.find(id).catch(() => undefined);
    if (found?.type === "tree" || found?.type === "blob") await objects.store(id, found.type, found.content);
    else areAllRead = false;
  }
  await objects.finish();
  return areAllRead;
}

/** Functions that `reachedIn` calls for each blob, and for each object that cannot be read. */
interface Visit {
  content(id: ObjectId): Promise<void>;
  broken(what: string, error: Error): void;
}

/** The ids of all objects that a ref of the shadow repository reaches. */
async function reachedIn(shadow: string, objects: Objects, { content, broken }: Visit): Promise<Set<ObjectId>> {
  const reached = new Set<ObjectId>();
  const visit = async (id: ObjectId, isTree: boolean, where: string): Promise<void> => {
    if (reached.has(id)) return;
    reached.add(id);
    try {
      if (!isTree) return await content(id);
      for (const [name, entry] of parseTree(await objects.read(id, "tree")))
        await visit(entry.id, entry.mode === FOLDER, `${where}/${toText(name)}`);
    } catch (error) {
      broken(`${isTree ? "tree" : "blob"} ${id} of ${where}`, error as Error);
    }
  };
  for (const [name, id] of refsIn(shadow)) await visit(id, true, name);
  return reached;
}

/** Every ref of the shadow repository: its name, and the id of the tree that it protects. */
function refsIn(shadow: string): Map<string, ObjectId> {
  const refs = new Map(packedRefs(shadow));
  const folder = join(shadow, "refs", "snapveil");
  for (const name of namesIn(folder)) {
    for (const role of namesIn(join(folder, name))) {
      const id = readFileSync(join(folder, name, role), "latin1").trim();
      if (/^[0-9a-f]{40}$/.test(id)) refs.set(`refs/snapveil/${name}/${role}`, id);
    }
  }
  return refs;
}
