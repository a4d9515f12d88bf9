import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Which objects lie in the packs of a repository. Read at the first question, anew for each opened engine. */
export class PackIndex {
  readonly #folder: string;
  #indexes: Buffer[] | undefined;

  constructor(shadow: string) {
    this.#folder = join(shadow, "objects", "pack");
  }

  has(id: string): boolean {
    const wanted = Buffer.from(id, "hex");
    this.#indexes ??= indexesIn(this.#folder);
    return this.#indexes.some((index) => contains(index, wanted));
  }
}

const HEADER = 8;
const FANOUT = 256 * 4;

/** The ids in an index, in hexadecimal. */
export function idsIn(index: Buffer): string[] {
  const count = index.readUInt32BE(HEADER + FANOUT - 4);
  return Array.from({ length: count }, (_, n) => index.toString("hex", HEADER + FANOUT + n * 20, HEADER + FANOUT + (n + 1) * 20));
}

function indexesIn(folder: string): Buffer[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch {
    return [];
  }
  return names.filter((name) => name.endsWith(".idx")).flatMap((name) => readPackIndex(join(folder, name)) ?? []);
}

/** Version 2, which git has written since 2007; another is passed over, as if the pack were not there. */
export function readPackIndex(file: string): Buffer | undefined {
  const index = readFileSync(file);
  return index.length >= HEADER + FANOUT && index.readUInt32BE(0) === 0xff744f63 && index.readUInt32BE(4) === 2 ? index : undefined;
}

/** Binary search among the ids that begin with the same byte; the table before them says where those lie. */
function contains(index: Buffer, wanted: Buffer): boolean {
  const first = wanted[0] ?? 0;
  let low = first === 0 ? 0 : index.readUInt32BE(HEADER + (first - 1) * 4);
  let high = index.readUInt32BE(HEADER + first * 4);
  while (low < high) {
    const middle = (low + high) >>> 1;
    const at = HEADER + FANOUT + middle * 20;
    const order = index.compare(wanted, 0, 20, at, at + 20);
    if (order === 0) return true;
    if (order < 0) low = middle + 1;
    else high = middle;
  }
  return false;
}
