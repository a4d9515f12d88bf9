import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import { tornOperation } from "../../journal/history.ts";
import { readHistory } from "../../journal/replay.ts";
import type { Places } from "../../places.ts";
import { redoable } from "../../journal/redoable.ts";
import { redoIn } from "../operation/redo-in.ts";
import type { RestoreResult } from "../operation/restore-result.ts";
import { undoIn } from "../operation/undo-in.ts";
import { joinResults, type Part } from "./join-results.ts";
import { forgetJointMark, readJointMark } from "./joint-mark.ts";

/**
 * Brings back the state before an operation whose process died, in every repository that the operation reached.
 * `undefined` if there is no such operation, or if it changed no file.
 */
export async function goBack(io: Io, places: Places, dryRun: boolean): Promise<RestoreResult | undefined> {
  const mark = readJointMark(places);
  const parts: Part[] = [];
  for (const place of places.all) {
    const history = readHistory(place.shadow);
    const isTorn = tornOperation(history) !== undefined;
    const isDone = mark !== undefined && redoable(history, undefined).at(-1)?.across === mark;
    // An undo first takes back an operation whose process died; with an empty list of steps it does nothing else.
    if (isTorn) parts.push([place, await undoIn(io, place, { dryRun, steps: [] })]);
    else if (isDone) parts.push([place, await redoIn(io, place, { dryRun })]);
  }
  if (mark !== undefined && !dryRun) forgetJointMark(places);
  const { isRedo: _, ...result } = joinResults(places, parts);
  if (result.files === 0) return undefined;
  const recovers =
    mark === undefined
      ? parts.flatMap(([, { recovers: one }]) => one ?? [])[0]
      : "An undo over several repositories died on the way; this brings back the state before it in all of them.";
  return { ...result, undone: [], ...defined({ recovers }) };
}
