import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import type { Place } from "../place.ts";
import { durable } from "./durable.ts";
import { shadowGit, tryShadowGit } from "./shadow-git.ts";

/**
 * Writes the tree of an index. What an index remembers of its trees git believes: whether all of it is there is asked
 * afterwards.
 */
export function writeTree(io: Io, place: Place, index: string): ObjectId {
  const tree = shadowGit(io, place, [...durable(io, place), "write-tree"], { index })
    .toString("latin1")
    .trim();
  if (!isWhole(io, place, tree))
    throw new UserError("gitFailed", ["write-tree", `objects of ${tree} are gone or damaged`]);
  return tree;
}

/** Whether a tree and all that it names is there. */
export function isWhole(io: Io, place: Place, tree: ObjectId): boolean {
  return tryShadowGit(io, place, ["rev-list", "--objects", "--quiet", tree]).status === 0;
}
