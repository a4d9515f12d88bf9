import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import { sharedIndex } from "../git/private-index.ts";
import { shadowGit } from "../git/shadow-git.ts";
import type { History } from "../journal/history.ts";
import { allPending } from "../journal/pending.ts";
import { storeOf } from "../keep/kept-state.ts";
import type { Shadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { sizeOnDisk } from "../read-disk.ts";
import type { Budget } from "./retention.ts";
import { keptBytesWithout } from "./sweep-kept.ts";

/**
 * The bytes that a repository will take once the space of all that is forgotten is given back, which takes an hour at
 * least. `undefined` without git, or if a state has lost some of its files.
 * @param forgotten ids of further checkpoints and operations, which are left out as if they were forgotten
 */
async function bytesWithout(
  io: Io,
  { place, engine }: Shadow,
  history: History,
  forgotten: ReadonlySet<string>,
): Promise<number | undefined> {
  const { checkpoints, operations } = history;
  if (engine.name !== "git") return undefined;
  const trees = [
    ...checkpoints.flatMap(({ id, before, after }) => (forgotten.has(id) ? [] : [before, after])),
    ...operations.flatMap(({ id, before, end }) => (forgotten.has(id) ? [] : [before, end?.after ?? before])),
    ...allPending(place.shadow).map(({ tree }) => tree),
  ];
  const present = await engine.sizes(trees);
  const keptTrees = [...new Set(trees)].filter((tree) => present.has(tree));
  const objects = join(place.shadow, "objects");
  try {
    const others = sizeOnDisk(place.shadow) - sizeOnDisk(objects) - sizeOnDisk(storeOf(place.shadow));
    const copies = keptBytesWithout(place.shadow, history, forgotten);
    return others + storedBytes(io, place, keptTrees) + copies;
  } catch (error) {
    // A state has lost some of its files.
    if (error instanceof UserError && error.code === "gitFailed") return undefined;
    throw error;
  }
}

/** The bytes on disk of all objects that these trees and the shared index reach. */
function storedBytes(io: Io, place: Place, trees: readonly ObjectId[]): number {
  const options = { index: sharedIndex(place) };
  const listed = shadowGit(io, place, ["rev-list", "--objects", "--no-object-names", "--indexed-objects", "--stdin"], {
    ...options,
    input: trees.map((tree) => `${tree}\n`).join(""),
  });
  const sizes = shadowGit(io, place, ["cat-file", "--batch-check=%(objectsize:disk)", "--buffer"], {
    ...options,
    input: listed,
  });
  return sizes
    .toString("latin1")
    .split("\n")
    .reduce((sum, line) => sum + (Number(line) || 0), 0);
}

/**
 * How many of `ids`, oldest first, must be forgotten so that the rest fits: as few as possible. If the size is unknown,
 * the result is a quarter of the ids, and the next prune measures again.
 */
export async function countUntilFits(
  io: Io,
  shadow: Shadow,
  history: History,
  { bytes }: Budget,
  ids: readonly string[],
): Promise<number> {
  const fits = async (count: number): Promise<boolean | undefined> => {
    const size = await bytesWithout(io, shadow, history, new Set(ids.slice(0, count)));
    return size === undefined ? undefined : size <= bytes;
  };
  const isFine = await fits(0);
  if (isFine === true || ids.length === 0) return 0;
  if (isFine === undefined) return Math.ceil(ids.length / 4);
  let [tooFew, enough] = [0, ids.length];
  while (enough - tooFew > 1) {
    const middle = Math.floor((tooFew + enough) / 2);
    if ((await fits(middle)) === true) enough = middle;
    else tooFew = middle;
  }
  return enough;
}

/** Whether the repository fits its budget, once the space of forgotten checkpoints is given back. */
export async function fitsBudget(io: Io, shadow: Shadow, history: History, { bytes }: Budget): Promise<boolean> {
  const size = await bytesWithout(io, shadow, history, new Set());
  return (size ?? sizeOnDisk(shadow.place.shadow)) <= bytes;
}
