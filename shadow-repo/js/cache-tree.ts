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
  /** The folder's record and those below it as they stand in the extension, without the folder's name. */
  readonly text?: string;
}

export const NO_CACHE: CacheTree = { count: 0, folders: new Map() };

/**
 * Folders are made of it when they are asked for: most changes touch few.
 * @param content the extension's content: a folder a record, `name NUL ENTRIES SP FOLDERS LF id`, then its sub-folders
 */
export function parseCacheTree(content: Buffer, idBytes: 20 | 32): CacheTree {
  const extension = scan(content.toString("latin1"), idBytes);
  return extension ? new ParsedTree(extension, 0) : NO_CACHE; // only a cache
}

/** Where each record begins, what follows its name, and the number of the record after those below it. */
interface Extension {
  readonly text: string;
  readonly names: readonly number[];
  readonly heads: readonly number[];
  readonly ends: readonly number[];
}

/** `undefined` where it is not whole. */
function scan(text: string, idBytes: number): Extension | undefined {
  const names: number[] = [];
  const heads: number[] = [];
  const ends: number[] = [];
  /** Records that the ones below them are still awaited of, and how many. */
  const open: [record: number, awaited: number][] = [];
  let at = 0;
  do {
    const record = names.length;
    const head = text.indexOf("\0", at) + 1;
    const space = text.indexOf(" ", head);
    const line = text.indexOf("\n", space);
    if (head === 0 || space < 0 || line < 0) return undefined;
    names.push(at);
    heads.push(head);
    at = line + 1 + (text[head] === "-" ? 0 : idBytes);
    if (at > text.length) return undefined;
    let above = open.at(-1);
    if (above) above[1] -= 1;
    const below = Number(text.slice(space + 1, line));
    if (!(below >= 0)) return undefined;
    if (below > 0) open.push([record, below]);
    else ends[record] = names.length;
    for (above = open.at(-1); above?.[1] === 0; above = open.at(-1)) {
      ends[above[0]] = names.length;
      open.pop();
    }
  } while (open.length > 0);
  names.push(at);
  return { text, names, heads, ends };
}

class ParsedTree implements CacheTree {
  readonly count: number;
  readonly id?: string;
  readonly text: string;
  readonly #extension: Extension;
  readonly #record: number;
  #folders: Map<string, CacheTree> | undefined;

  constructor(extension: Extension, record: number) {
    const { text, names, heads, ends } = extension;
    this.#extension = extension;
    this.#record = record;
    this.text = text.slice(heads[record], names[ends[record]!]);
    this.count = Number.parseInt(this.text, 10);
    const line = this.text.indexOf("\n") + 1;
    const own = names[record + 1]! - heads[record]!; // a record ends where the next one begins
    if (this.count >= 0) this.id = Buffer.from(this.text.slice(line, own), "latin1").toString("hex");
  }

  get folders(): ReadonlyMap<string, CacheTree> {
    if (this.#folders) return this.#folders;
    const { text, names, heads, ends } = this.#extension;
    this.#folders = new Map();
    for (let record = this.#record + 1; record < ends[this.#record]!; record = ends[record]!) {
      this.#folders.set(text.slice(names[record], heads[record]! - 1), new ParsedTree(this.#extension, record));
    }
    return this.#folders;
  }
}

export function encodeCacheTree(tree: CacheTree): Buffer {
  const parts: string[] = [];
  const write = (name: string, { count, id, folders, text }: CacheTree): void => {
    if (text !== undefined) return void parts.push(name, "\0", text);
    parts.push(
      `${name}\0${id === undefined ? -1 : count} ${folders.size}\n`,
      id === undefined ? "" : Buffer.from(id, "hex").toString("latin1"),
    );
    for (const [below, folder] of folders) write(below, folder);
  };
  write("", tree);
  return Buffer.from(parts.join(""), "latin1");
}
