import { existsSync, renameSync, rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { temporaryIn, type Place } from "../place.ts";
import { durable } from "./installed-git.ts";
import { shadowGit, tryShadowGit } from "./shadow-git.ts";

/** A pack's files, the index last: git finds packs by their indexes, and an index without its pack is an error. */
const ENDINGS = ["pack", "rev", "idx"] as const;

/** The objects of one pack. */
export interface PackContents {
  /** Their ids, each with a line end. */
  readonly ids: string;
  /** A folder of objects that git reads beside those of the shadow repository. */
  readonly moreObjects: string;
}

/**
 * Writes objects into one pack of the shadow repository. git flushes the pack to the disk before it gives it its name,
 * keeps the deltas that it finds and searches for no new ones (`--window=0`).
 * @throws UserError if an object is missing, or damaged by its checksum
 */
export function packInto(io: Io, place: Place, contents: PackContents): void {
  pack(io, place, `${place.shadow}/objects/pack/pack`, contents);
}

/**
 * Writes objects into one pack as `packInto` does, after git has computed the id of each object once more from its
 * content.
 * @returns whether all objects have their ids; if not, the pack is dropped
 * @throws UserError if an object is missing, or damaged by its checksum
 */
export function packCheckedInto(io: Io, place: Place, contents: PackContents): boolean {
  const base = temporaryIn(io, place.shadow, "pack");
  const name = pack(io, place, base, contents);
  const part = (ending: string) => `${base}-${name}.${ending}`;
  try {
    if (tryShadowGit(io, place, ["verify-pack", part("pack")]).status !== 0) return false;
    for (const ending of ENDINGS)
      if (existsSync(part(ending))) renameSync(part(ending), `${place.shadow}/objects/pack/pack-${name}.${ending}`);
    return true;
  } finally {
    for (const ending of ENDINGS) rmSync(part(ending), { force: true });
  }
}

/** @returns the name that git gives the pack, which ends the names of its files */
function pack(io: Io, place: Place, base: string, { ids, moreObjects }: PackContents): string {
  const args = [...durable(io, place), "-c", "core.compression=1", "pack-objects", "-q", "--window=0", "--threads=1"];
  return shadowGit(io, place, [...args, base], { input: ids, moreObjects })
    .toString("latin1")
    .trim();
}
