import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { freshen, looseFile, writeLoose } from "./loose-object.ts";
import { idBytesOf, idOf, type ObjectFormat, type ObjectType } from "./object-format.ts";
import { PackIndex } from "./pack-index.ts";
import { packed, writePack } from "./write-pack.ts";

/** Bytes of one pack: it is put together in memory. */
export const PACK_BYTES = 64 * 1024 * 1024;

/** Above this many objects they go into one pack; below, each into a file of its own. */
const LOOSE_LIMIT = 64;

/** Where new objects go; each is stored once. Nothing may name them before `finish`. */
export interface ObjectWriter {
  /** Gives the id. */
  write(type: ObjectType, content: Buffer): string;
  has(id: string): boolean;
  finish(): void;
}

interface Waiting {
  readonly id: string;
  readonly type: ObjectType;
  readonly content: Buffer;
}

/**
 * @param known whether objects come that are there already, in packs: for what is mostly new it does not pay to look
 */
export function objectWriter(io: Io, shadow: string, format: ObjectFormat, known: boolean): ObjectWriter {
  const packs = new PackIndex(shadow, idBytesOf(format));
  const written = new Set<string>();
  let waiting: Waiting[] = [];
  let bytes = 0;

  /**
   * An object that is there already is made young. What is then there twice a garbage collection drops; the same
   * objects make the same pack.
   */
  function flush(): void {
    const now = io.now();
    const many = waiting.length > LOOSE_LIMIT || bytes > PACK_BYTES;
    const absent = waiting.filter(
      ({ id }) => !((!many && freshen(shadow, id, now)) || (known && packs.freshen(id, now))),
    );
    if (many && absent.length > 0)
      writePack(
        shadow,
        io.pid,
        absent.map(({ id, type, content }) => packed(id, type, content)),
        format,
      );
    if (!many) for (const { id, type, content } of absent) writeLoose(shadow, io.pid, id, type, content);
    waiting = [];
    bytes = 0;
  }

  return {
    has: (id) => written.has(id) || existsSync(looseFile(shadow, id)) || packs.has(id),
    write(type, content) {
      const id = idOf(type, content, format);
      if (written.has(id)) return id;
      written.add(id);
      waiting.push({ id, type, content });
      bytes += content.length;
      if (bytes > PACK_BYTES) flush();
      return id;
    },
    finish: flush,
  };
}
