import { UserError } from "../../kit/user-error.ts";
import { effectOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import { joinHunkShares, type Share } from "../journal/share.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { countGone } from "../restore/hunks/count-gone.ts";
import { countOf, filesOfSteps, type StepFiles } from "../restore/operation/shares.ts";

/**
 * Id of a checkpoint that was undone in part → the part that was taken back: files, hunks, or calls of a turn. A call
 * is undone in part by the undo of single hunks of its turn, too. Empty if a state is lost.
 */
export async function undoneShares(
  shadow: Shadow,
  { checkpoints }: History,
  shown: readonly StoredCheckpoint[],
): Promise<ReadonlyMap<string, readonly Share[]>> {
  const byId = new Map(checkpoints.map((one) => [one.id, one]));
  const outerOf = (one: StoredCheckpoint) => (one.turn === undefined ? one : (byId.get(one.turn) ?? one));
  const isUndoneCall = (one: StoredCheckpoint) => one.scope === "tool" && one.undoneBy !== undefined;
  const touched = new Set(checkpoints.flatMap((one) => (one.partly || isUndoneCall(one) ? outerOf(one).id : [])));
  const asked = shown.filter((one) => one.undoneBy === undefined && (one.partly || touched.has(outerOf(one).id)));
  try {
    const found = new Map<string, readonly Share[]>();
    for (const files of await filesOfSteps(shadow, asked)) {
      const { step } = files;
      const calls = checkpoints.filter(({ turn }) => turn === step.id);
      const shares = await sharesOf(shadow, files, outerOf(step));
      const byCalls = calls.filter(({ undoneBy }) => undoneBy !== undefined).length;
      if (shares.length > 0) found.set(step.id, shares);
      else if (byCalls > 0) found.set(step.id, [{ count: byCalls, of: calls.length, unit: "call" }]);
    }
    return found;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new Map();
  }
}

/** The undone files and hunks of a step. @param outer the turn of a call, whose hunks may have been taken back */
async function sharesOf(shadow: Shadow, files: StepFiles, outer: StoredCheckpoint): Promise<Share[]> {
  const { step, all, left } = files;
  const of = countOf(files, all);
  const gone = of - countOf(files, left);
  const now = effectOf(outer)[1];
  const isThere = new Set(left);
  const { before, after } = step;
  const hunks =
    now === outer.after
      ? new Map<string, never>()
      : await countGone(shadow, { before, after, now }, (path) => isThere.has(path));
  return [...(gone === 0 ? [] : [{ count: gone, of, unit: "file" as const }]), ...joinHunkShares(hunks)];
}
