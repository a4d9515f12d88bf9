import type { ObjectId } from "../engine.ts";
import { readJournal } from "./journal.ts";
import type { StateRecord } from "./records.ts";
import { allPending } from "./pending.ts";

/**
 * The trees of the last record in the journal and of all open turns and calls. A file above the size limit is still
 * recorded if one of these trees holds it, even if the shadow repository's index does not: an undo has brought the file
 * back, or the index was lost.
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
