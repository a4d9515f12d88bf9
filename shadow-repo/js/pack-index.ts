import { statSync, utimesSync } from "node:fs";

import { namesIn } from "../names-in.ts";
import { readBytes } from "../read-bytes.ts";

/** Which objects lie in the packs of a repository. Read at the first question, anew for each opened engine. */
export class PackIndex {
  readonly #folder: string;
  readonly #fresh = new Set<string>();
  /** Of the packs that were looked into, newest first. */
  readonly #indexes: NamedIndex[] = [];
  #unread: string[] | undefined;

  constructor(shadow: string) {
    this.#folder = `${shadow}/objects/pack`;
  }

  has(id: string): boolean {
    return this.#find(id) !== undefined;
  }

  /** Whether an object lies in a pack, which is then made young: a garbage collection must not take it for old. */
  freshen(id: string, now: Date): boolean {
    const name = this.#find(id);
    if (name === undefined) return false;
    try {
      if (!this.#fresh.has(name))
        for (const ending of [".pack", ".idx"]) utimesSync(`${this.#folder}/${name}${ending}`, now, now);
    } catch {
      return false; // gone this moment
    }
    this.#fresh.add(name);
    return true;
  }

  #find(id: string): string | undefined {
    const wanted = Buffer.from(id, "hex");
    const found = this.#indexes.find(({ index }) => contains(index, wanted));
    if (found) return found.name;
    // One after another: what is looked for was mostly written last.
    this.#unread ??= newestFirst(this.#folder);
    for (let name = this.#unread.shift(); name !== undefined; name = this.#unread.shift()) {
      const index = this.#readOne(name);
      if (!index) continue;
      this.#indexes.push({ name, index });
      if (contains(index, wanted)) return name;
    }
    return undefined;
  }

  #readOne(name: string): Buffer | undefined {
    try {
      return readPackIndex(`${this.#folder}/${name}.idx`);
    } catch {
      return undefined; // gone this moment, into another pack
    }
  }
}

interface NamedIndex {
  /** Of the pack and its index, without their endings. */
  readonly name: string;
  readonly index: Buffer;
}

const HEADER = 8;
const FANOUT = 256 * 4;
const ID_BYTES = 20;

/** The ids of 20 bytes in an index, in hexadecimal. */
export function idsIn(index: Buffer): string[] {
  const count = index.readUInt32BE(HEADER + FANOUT - 4);
  return Array.from({ length: count }, (_, n) =>
    index.toString("hex", HEADER + FANOUT + n * ID_BYTES, HEADER + FANOUT + (n + 1) * ID_BYTES),
  );
}

/** Names of the packs that have an index. */
function newestFirst(folder: string): string[] {
  const names = namesIn(folder).filter((name) => name.endsWith(".idx"));
  const written = new Map(
    names.map((name) => [name, statSync(`${folder}/${name}`, { throwIfNoEntry: false })?.mtimeMs ?? 0]),
  );
  return names
    .toSorted((one, other) => written.get(other)! - written.get(one)!)
    .map((name) => name.slice(0, -".idx".length));
}

/** Version 2, which git has written since 2007; another is passed over, as if the pack were not there. */
export function readPackIndex(file: string): Buffer | undefined {
  const index = readBytes(file);
  return index.length >= HEADER + FANOUT && index.readUInt32BE(0) === 0xff744f63 && index.readUInt32BE(4) === 2
    ? index
    : undefined;
}

/** Binary search among the ids that begin with the same byte; the table before them says where those lie. */
function contains(index: Buffer, wanted: Buffer): boolean {
  const first = wanted[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(HEADER + (first - 1) * 4);
  let high = index.readUInt32BE(HEADER + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = HEADER + FANOUT + middle * ID_BYTES;
    const order = index.compare(wanted, 0, ID_BYTES, at, at + ID_BYTES);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
