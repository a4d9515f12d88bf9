import type { ObjectId } from "../engine.ts";
import { readJournal, type StateRecord } from "./journal.ts";
import { allPending } from "./pending.ts";

/**
 * Trees of the states that were recorded last. A file above the limit that one of these trees holds was recorded
 * before, also if the index does not know it any more: an undo brought it back, or the index, which is a cache, was
 * lost.
 */
export function lastTrees(shadow: string): ObjectId[] {
  const last = readJournal(shadow).records.findLast((one): one is StateRecord => !["forget", "pin"].includes(one.type));
  const waiting = allPending(shadow).map(({ tree }) => tree);
  if (last === undefined) return waiting;
  return [
    ...new Set([
      ...(last.type === "begin" ? [last.before, ...last.steps.map(({ target }) => target)] : [last.after]),
      ...waiting,
    ]),
  ];
}
