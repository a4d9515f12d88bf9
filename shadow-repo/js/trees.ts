import { defined } from "../../kit/defined.ts";
import type { FileContent, ObjectId, TreeChange, TreeEntry } from "../engine.ts";
import { FOLDER, SUBMODULE, hashOf, makeTrees, parseTree } from "../git-object.ts";
import type { GitPath } from "../git-path.ts";
import type { Objects } from "./objects.ts";

type Entries = ReadonlyMap<string, TreeEntry>;

const NOTHING: Entries = new Map();
/** The id of the empty tree, which git knows without an object. */
const EMPTY = hashOf("tree", Buffer.alloc(0), "sha1");

/**
 * Gives a function that looks up the file at a path of a tree. It reads each tree once. A lost tree is treated as
 * empty.
 */
export function entryFinder(objects: Objects): (tree: ObjectId, path: GitPath) => Promise<TreeEntry | undefined> {
  const known = new Map<ObjectId, Entries>();
  return async (tree, path) => {
    let entry: TreeEntry | undefined = { mode: FOLDER, id: tree };
    for (const name of path.split("/")) {
      if (entry?.mode !== FOLDER) return undefined;
      let entries = known.get(entry.id);
      if (!entries) {
        const found = await objects.find(entry.id);
        known.set(entry.id, (entries = found ? parseTree(found.content) : NOTHING));
      }
      entry = entries.get(name);
    }
    return asFile(entry);
  };
}

/** The paths below a folder that differ between two trees, sorted by bytes. Equal sub-trees are not read. */
export async function diffTrees(
  objects: Objects,
  before: ObjectId,
  after: ObjectId,
  prefix: GitPath,
): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  const load = async (entry: TreeEntry | undefined) =>
    entry?.mode === FOLDER && entry.id !== EMPTY ? parseTree(await objects.read(entry.id, "tree")) : NOTHING;
  const compare = async (one: TreeEntry | undefined, other: TreeEntry | undefined, path: GitPath): Promise<void> => {
    if (one?.id === other?.id && one?.mode === other?.mode) return;
    const [oldFile, newFile] = [asFile(one), asFile(other)];
    if ((oldFile || newFile) && path.startsWith(prefix))
      changes.push({ path, ...defined({ before: oldFile, after: newFile }) });
    const [old, now] = [await load(one), await load(other)];
    for (const name of new Set([...old.keys(), ...now.keys()])) {
      const below = path === "" ? name : `${path}/${name}`;
      const isRelevant = `${below}/`.startsWith(prefix) || prefix.startsWith(`${below}/`);
      if (isRelevant) await compare(old.get(name), now.get(name), below);
    }
  };
  await compare({ mode: FOLDER, id: before }, { mode: FOLDER, id: after }, "");
  return changes.sort((one, other) => (one.path < other.path ? -1 : 1));
}

/** Writes a copy of a tree in which some files have other modes and contents. */
export async function changeTree(
  objects: Objects,
  tree: ObjectId,
  files: ReadonlyMap<GitPath, FileContent>,
): Promise<ObjectId> {
  const entries = new Map<GitPath, TreeEntry>();
  for (const { path, after } of await diffTrees(objects, EMPTY, tree, "")) if (after) entries.set(path, after);
  for (const [path, { mode, content }] of files) entries.set(path, { mode, id: await objects.write("blob", content) });
  const changed = await writeTrees(objects, entries);
  await objects.finish();
  return changed;
}

/** Writes the tree objects for a list of files; gives the id of the top one. */
export async function writeTrees(objects: Objects, files: ReadonlyMap<GitPath, TreeEntry>): Promise<ObjectId> {
  const trees: Buffer[] = []; // each tree comes after the trees in it
  const tree = makeTrees(files, (content) => {
    trees.push(content);
    return hashOf("tree", content, "sha1");
  });
  for (const content of trees) await objects.write("tree", content);
  return tree;
}

function asFile(entry: TreeEntry | undefined): TreeEntry | undefined {
  return entry?.mode === FOLDER || entry?.mode === SUBMODULE ? undefined : entry;
}
