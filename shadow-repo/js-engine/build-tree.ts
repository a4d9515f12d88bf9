import type { GitPath } from "../git-path.ts";
import type { CacheTree } from "./cache-tree.ts";
import type { Row } from "./index-file.ts";
import type { ObjectWriter } from "./object-writer.ts";
import { idIn, modeIn } from "./stamp.ts";

/** An index names a content that is in no store of ours: the index is a cache, so it is thrown away and begun anew. */
export class MissingContent extends Error {}

/**
 * Writes the trees that the rows of an index make up. A folder that `known` has an id for and that is not among the
 * `changed` is taken over as it is.
 * @param rows sorted by path, byte for byte, which is also the order of a tree's entries
 * @param changed folders below which something changed, with a slash at their end; `""` among them
 */
export function buildTree(rows: readonly Row[], known: CacheTree, changed: ReadonlySet<GitPath>, writer: ObjectWriter): CacheTree {
  let at = 0;
  const build = (folder: GitPath, before: CacheTree | undefined): CacheTree => {
    if (before?.id !== undefined && !changed.has(folder)) {
      at += before.count;
      return before;
    }
    const start = at;
    const folders = new Map<string, CacheTree>();
    const entries: string[] = [];
    for (;;) {
      const row = rows[at];
      if (!row?.path.startsWith(folder)) break;
      const slash = row.path.indexOf("/", folder.length);
      if (slash < 0) {
        if (!writer.has(idIn(row))) throw new MissingContent();
        entries.push(`${modeIn(row).toString(8)} ${row.path.slice(folder.length)}\0${row.bytes.toString("latin1", row.at + 40, row.at + 60)}`);
        at += 1;
        continue;
      }
      const name = row.path.slice(folder.length, slash);
      const below = build(`${folder}${name}/`, before?.folders.get(name));
      folders.set(name, below);
      entries.push(`40000 ${name}\0${Buffer.from(below.id!, "hex").toString("latin1")}`);
    }
    return { count: at - start, id: writer.write("tree", Buffer.from(entries.join(""), "latin1")), folders };
  };
  return build("", known);
}
