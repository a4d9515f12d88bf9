import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { hashOf, type ObjectType } from "../hash-object.ts";
import { freshen, looseFile, writeLoose } from "./loose-object.ts";
import { PackIndex } from "./pack-index.ts";
import { packed, writePack } from "./write-pack.ts";

/** Bytes of one pack: it is put together in memory. */
export const PACK_BYTES = 64 * 1024 * 1024;

/** Above this many objects they go into one pack; below, each into a file of its own. */
const LOOSE_LIMIT = 64;

/** Where new objects go; each is stored once. Nothing may name them before `finish`. */
export interface ObjectWriter {
  /** Gives the id. */
  write(type: ObjectType, content: Buffer): ObjectId;
  /** Whether it is there, or waits to be written. */
  holds(id: ObjectId): boolean;
  finish(): void;
}

interface Waiting {
  readonly id: ObjectId;
  readonly type: ObjectType;
  readonly content: Buffer;
}

/**
 * Stores objects as git does. Not with isomorphic-git: that writes a file for each, does not wait for the disk, and
 * leaves half of one behind where it is killed.
 */
export function objectWriter(io: Io, shadow: string): ObjectWriter {
  const now = io.now();
  const packs = new PackIndex(shadow);
  const written = new Set<ObjectId>();
  let waiting: Waiting[] = [];
  let bytes = 0;

  function finish(): void {
    if (waiting.length > LOOSE_LIMIT || bytes > PACK_BYTES)
      writePack(
        shadow,
        io.pid,
        waiting.map(({ id, type, content }) => packed(id, type, content)),
      );
    else for (const { id, type, content } of waiting) writeLoose(shadow, io.pid, id, type, content);
    waiting = [];
    bytes = 0;
  }

  return {
    holds: (id) => written.has(id) || packs.has(id) || existsSync(looseFile(shadow, id)),
    write(type, content) {
      const id = hashOf(type, content, "sha1");
      if (written.has(id)) return id;
      written.add(id);
      // What is there already is made young: a garbage collection must not take it for old.
      if (packs.freshen(id, now) || freshen(shadow, id, now)) return id;
      waiting.push({ id, type, content });
      bytes += content.length;
      if (bytes > PACK_BYTES) finish();
      return id;
    },
    finish,
  };
}
