/**
 * What an index remembers of the trees that were written from it, git's `TREE` extension: a folder's id as long as
 * nothing below it changed.
 */
export interface CacheTree {
  /** Entries of the index below this folder; counts only where there is an id. */
  readonly count: number;
  readonly id?: string;
  /** Sub-folders by name. */
  readonly folders: ReadonlyMap<string, CacheTree>;
}

export const NO_CACHE: CacheTree = { count: 0, folders: new Map() };

/** @param content the extension's content: a folder a record, `name NUL ENTRIES SP FOLDERS LF id`, then its sub-folders */
export function parseCacheTree(content: Buffer, idBytes: 20 | 32): CacheTree {
  const text = content.toString("latin1"); // once: a name or a number is then a piece of it
  let at = 0;
  const field = (end: string): string => {
    const stop = text.indexOf(end, at);
    if (stop < 0) throw new RangeError("the extension is cut off");
    const found = text.slice(at, stop);
    at = stop + 1;
    return found;
  };
  const record = (): [name: string, tree: CacheTree] => {
    const name = field("\0");
    const count = Number(field(" "));
    const below = Number(field("\n"));
    const id = count < 0 ? undefined : content.toString("hex", at, (at += idBytes));
    const folders = new Map<string, CacheTree>();
    for (let n = 0; n < below; n += 1) folders.set(...record());
    return [name, { count, folders, ...(id !== undefined && { id }) }];
  };
  try {
    return record()[1];
  } catch (error) {
    if (error instanceof RangeError) return NO_CACHE; // only a cache
    throw error;
  }
}

export function encodeCacheTree(tree: CacheTree): Buffer {
  const records: [head: string, id: string][] = [];
  const collect = (name: string, { count, id, folders }: CacheTree): void => {
    records.push([`${name}\0${id === undefined ? -1 : count} ${folders.size}\n`, id ?? ""]);
    for (const [below, folder] of folders) collect(below, folder);
  };
  collect("", tree);
  const ids = Buffer.from(records.map(([, id]) => id).join(""), "hex").toString("latin1");
  let at = 0;
  return Buffer.from(records.map(([head, id]) => head + ids.slice(at, (at += id.length / 2))).join(""), "latin1");
}
