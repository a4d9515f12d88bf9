import { hunkHead, type HunkHead } from "../../kit/hunk-head.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { placeOf } from "../../shadow-repo/doors/place.ts";
import { undoIn } from "../../shadow-repo/doors/restore.ts";
import type { HunkPlace } from "./restore-api.ts";

/**
 * The hunks of a checkpoint that can be undone alone. They are without their text: the page has it already, with
 * markers for secrets. Empty if the checkpoint cannot be undone.
 */
export async function listHunks(io: Io, root: string, step: string): Promise<HunkPlace[]> {
  try {
    const { hunks = [] } = await undoIn(io, placeOf(io, root), { step, hunks: {}, dryRun: true });
    return hunks.map(({ id, path, former, kind, state, patch }) => ({
      id,
      path,
      kind,
      state,
      ...(former === undefined ? rangesOf(patch) : { former }),
    }));
  } catch (error) {
    if (error instanceof UserError && error.code === "notAStep") return [];
    throw error;
  }
}

/** The line ranges of a hunk; empty if the change is not one of lines. */
function rangesOf(patch: string): Pick<HunkPlace, "before" | "after"> {
  const head = hunkHead(patch);
  if (!head) return {};
  const range = ({ start, count }: HunkHead["before"]) => [start, start + count] as const;
  return { before: range(head.before), after: range(head.after) };
}
