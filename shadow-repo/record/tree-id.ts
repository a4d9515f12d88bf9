import { createHash } from "../../kit/hash.ts";
import type { ObjectId, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** The id that git gives a tree with these files in it, without writing it. Paths are relative to the tree. */
export function treeId(files: ReadonlyMap<GitPath, TreeEntry>, format: "sha1" | "sha256"): ObjectId {
  const entries: { name: string; mode: string; id: ObjectId }[] = [];
  const folders = new Map<string, Map<GitPath, TreeEntry>>();
  for (const [path, { mode, id }] of files) {
    const slash = path.indexOf("/");
    if (slash < 0) entries.push({ name: path, mode, id });
    else {
      const name = path.slice(0, slash);
      if (!folders.has(name)) folders.set(name, new Map());
      folders.get(name)!.set(path.slice(slash + 1), { mode, id });
    }
  }
  for (const [name, below] of folders) entries.push({ name: `${name}/`, mode: "40000", id: treeId(below, format) });
  // A folder is sorted as if its name ended in a slash.
  entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  const content = Buffer.concat(
    entries.map(({ name, mode, id }) =>
      Buffer.concat([Buffer.from(`${mode} ${name.replace(/\/$/, "")}\0`, "latin1"), Buffer.from(id, "hex")]),
    ),
  );
  return createHash(format).update(`tree ${content.length}\0`).update(content).digest("hex");
}
