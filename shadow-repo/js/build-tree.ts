import type { GitPath } from "../git-path.ts";
import type { CacheTree } from "./cache-tree.ts";
import type { ObjectWriter } from "./object-writer.ts";

/** An index names a content that is in no store of ours: the index is a cache, so it is thrown away and begun anew. */
export class MissingContent extends Error {}

/** One file of an index. */
export interface IndexRow {
  readonly path: GitPath;
  readonly mode: number;
  /** As the index has it, one character a byte. */
  readonly id: string;
}

/**
 * Writes the trees that the rows of an index make up. A folder that `known` has an id for and that is not among the
 * `changed` is taken over as it is, where all of it is in the store.
 * @param rowAt rows by their place, sorted by path byte for byte, which is also the order of a tree's entries
 * @param changed folders below which something changed, with a slash at their end; `""` among them
 */
export function buildTree(
  rowAt: (n: number) => IndexRow | undefined,
  known: CacheTree,
  changed: ReadonlySet<GitPath>,
  writer: ObjectWriter,
): CacheTree {
  let at = 0;
  const build = (folder: GitPath, before: CacheTree | undefined): CacheTree => {
    if (before?.id !== undefined && !changed.has(folder) && hasTrees(before, writer)) {
      for (const end = at + before.count; at < end; at += 1) checkContent(rowAt(at), writer);
      return before;
    }
    const start = at;
    const folders = new Map<string, CacheTree>();
    const entries: string[] = [];
    for (;;) {
      const row = rowAt(at);
      if (!row?.path.startsWith(folder)) break;
      const slash = row.path.indexOf("/", folder.length);
      if (slash < 0) {
        checkContent(row, writer);
        entries.push(modeText(row.mode), row.path.slice(folder.length), "\0", row.id);
        at += 1;
        continue;
      }
      const name = row.path.slice(folder.length, slash);
      const below = build(`${folder}${name}/`, before?.folders.get(name));
      folders.set(name, below);
      entries.push("40000 ", name, "\0", Buffer.from(below.id!, "hex").toString("latin1"));
    }
    return { count: at - start, id: writer.write("tree", Buffer.from(entries.join(""), "latin1")), folders };
  };
  return build("", known);
}

function checkContent(row: IndexRow | undefined, writer: ObjectWriter): void {
  if (row && !writer.has(Buffer.from(row.id, "latin1").toString("hex"))) throw new MissingContent();
}

function hasTrees({ id, folders }: CacheTree, writer: ObjectWriter): boolean {
  return id !== undefined && writer.has(id) && [...folders.values()].every((folder) => hasTrees(folder, writer));
}

/** As a tree begins an entry. */
function modeText(mode: number): string {
  return mode === 0o100644 ? "100644 " : `${mode.toString(8)} `;
}
