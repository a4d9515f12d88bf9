import type { Io } from "../../kit/io.ts";
import type { Place } from "../place.ts";
import { durable } from "./installed-git.ts";
import { shadowGit } from "./shadow-git.ts";

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
export function packInto(io: Io, place: Place, { ids, moreObjects }: PackContents): void {
  const args = [...durable(io, place), "-c", "core.compression=1", "pack-objects", "-q", "--window=0", "--threads=1"];
  shadowGit(io, place, [...args, `${place.shadow}/objects/pack/pack`], { input: ids, moreObjects });
}
