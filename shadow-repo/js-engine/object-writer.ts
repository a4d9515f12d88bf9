import { createHash } from "node:crypto";
import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { freshen, looseFile, writeLoose } from "./loose-object.ts";
import type { PackIndex } from "./pack-index.ts";
import { packed, writePack, type ObjectType, type PackedObject } from "./write-pack.ts";

/** Bytes of one pack: it is put together in memory. */
export const PACK_BYTES = 64 * 1024 * 1024;

/** Where new objects go; each is stored once. Nothing may name them before `finish`. */
export interface ObjectWriter {
  /** Gives the id. */
  write(type: ObjectType, content: Buffer): string;
  has(id: string): boolean;
  finish(): void;
}

export function idOf(type: ObjectType, content: Buffer): string {
  return createHash("sha1").update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/** @param many whether many objects are to come, which then go into packs instead of files of their own */
export function objectWriter(io: Io, shadow: string, packs: PackIndex, many: boolean): ObjectWriter {
  let waiting: PackedObject[] = [];
  let bytes = 0;
  const written = new Set<string>();
  const has = (id: string) => written.has(id) || existsSync(looseFile(shadow, id)) || packs.has(id);
  const flush = () => {
    if (waiting.length > 0) writePack(shadow, io.pid, waiting);
    waiting = [];
    bytes = 0;
  };
  return {
    has,
    write(type, content) {
      const id = idOf(type, content);
      if (written.has(id) || freshen(shadow, id, io.now()) || packs.has(id)) return id;
      written.add(id);
      if (!many) writeLoose(shadow, io.pid, id, Buffer.from(`${type} ${content.length}\0`), content);
      else {
        const object = packed(id, type, content);
        waiting.push(object);
        bytes += object.bytes.length;
        if (bytes > PACK_BYTES) flush();
      }
      return id;
    },
    finish: flush,
  };
}
