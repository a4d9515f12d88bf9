import type { Io } from "../../kit/io.ts";
import { withFurther, type History } from "../journal/history.ts";
import type { CheckpointRecord } from "../journal/journal.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { openRecord, presentOf } from "./close-open.ts";
import { openSteps } from "./open-steps.ts";
import { withOwed } from "./owed.ts";

/**
 * The history with open turns and calls as if they ended now, for commands that only look: captures the present if one
 * is open, and writes nothing down. Their ids are those that the checkpoints will have.
 */
export async function historyWithOpen(
  io: Io,
  shadow: Shadow,
  written: History,
): Promise<{ readonly history: History; readonly open: ReadonlySet<string> }> {
  const history = withOwed(shadow.place.shadow, written);
  const { steps } = openSteps(shadow.place.shadow, history);
  const present = presentOf(shadow);
  const found: CheckpointRecord[] = [];
  for (const step of steps) {
    const record = await openRecord(io, shadow, step, present);
    if (record) found.push(record);
  }
  return { history: withFurther(history, found), open: new Set(found.map(({ id }) => id)) };
}
