import type { ObjectId, TreeChange, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { FOLDER, SUBMODULE, parseTree } from "../tree-object.ts";
import type { ObjectReader, StoredObject } from "./object-reader.ts";

/** Whether a tree has a file of this path. One that is lost holds nothing. */
export async function holdsFile(reader: ObjectReader, tree: ObjectId, path: GitPath): Promise<boolean> {
  let entry: TreeEntry | undefined = { mode: FOLDER, id: tree };
  for (const name of path.split("/")) {
    const found: StoredObject | undefined = entry?.mode === FOLDER ? await reader.find(entry.id) : undefined;
    entry = found && parseTree(found.content).get(name);
  }
  return asFile(entry) !== undefined;
}

/**
 * Paths below a folder that two trees say different things about, sorted by bytes. Equal sub-trees are not looked at.
 */
export async function diffTrees(
  reader: ObjectReader,
  before: ObjectId,
  after: ObjectId,
  prefix: GitPath,
): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  const load = async (id: ObjectId | undefined) =>
    id === undefined ? new Map<string, TreeEntry>() : parseTree(await reader.read(id, "tree"));
  const compare = async (one: ObjectId | undefined, other: ObjectId | undefined, folder: GitPath): Promise<void> => {
    if (one === other) return;
    const [old, now] = [await load(one), await load(other)];
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const path = folder + name;
      const isRelevant = `${path}/`.startsWith(prefix) || prefix.startsWith(`${path}/`);
      if (isRelevant) await compareEntry(old.get(name), now.get(name), path);
    }
  };
  const compareEntry = async (old: TreeEntry | undefined, now: TreeEntry | undefined, path: GitPath): Promise<void> => {
    if (old?.id === now?.id && old?.mode === now?.mode) return;
    await compare(old?.mode === FOLDER ? old.id : undefined, now?.mode === FOLDER ? now.id : undefined, `${path}/`);
    const [oldFile, nowFile] = [asFile(old), asFile(now)];
    if ((oldFile || nowFile) && path.startsWith(prefix))
      changes.push({ path, ...(oldFile && { before: oldFile }), ...(nowFile && { after: nowFile }) });
  };
  await compare(before, after, "");
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

function asFile(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry?.mode === FOLDER || entry?.mode === SUBMODULE ? undefined : entry;
}
