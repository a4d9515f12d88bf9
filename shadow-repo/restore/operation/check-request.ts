import { UserError, type UserErrorCode } from "../../../kit/user-error.ts";
import { allPending } from "../../journal/pending.ts";
import type { Place } from "../../place.ts";

/** Faults of the request. */
const REFUSALS: ReadonlySet<UserErrorCode> = new Set([
  "tooFewSteps",
  "unknownSession",
  "ambiguousSession",
  "unknownCheckpoint",
  "ambiguousCheckpoint",
  "unknownPath",
  "unknownHunk",
  "notAStep",
]);

/**
 * Looks first, if a turn or call is open, whether a command will be refused: then the turns and calls stay open, and a
 * turn does not fall into two steps.
 * @throws UserError if the command will be refused
 */
export async function throwWhereWrong({ shadow }: Place, look: () => Promise<unknown>): Promise<void> {
  if (allPending(shadow).length === 0) return;
  try {
    await look();
  } catch (error) {
    // The command itself may mend anything else.
    if (error instanceof UserError && REFUSALS.has(error.code)) throw error;
  }
}
