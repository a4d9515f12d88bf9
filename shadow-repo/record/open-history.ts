import type { Io } from "../../kit/io.ts";
import type { History, StoredCheckpoint } from "../journal/history.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { openRecord, presentOf } from "./close-open.ts";
import { openSteps } from "./open-steps.ts";

/**
 * The history with what waits for its end as if it ended now, for commands that only look: captures the present where
 * something waits, and writes nothing down. Ids of what is open are those that the checkpoints will have.
 */
export async function historyWithOpen(
  io: Io,
  shadow: Shadow,
  history: History,
): Promise<{ readonly history: History; readonly open: ReadonlySet<string> }> {
  const { steps } = openSteps(shadow.place.shadow, history);
  const present = presentOf(shadow);
  const orders = new Map(history.checkpoints.map(({ id, order }) => [id, order]));
  const last = Math.max(-1, ...orders.values(), ...history.operations.map(({ order }) => order));
  const found: StoredCheckpoint[] = [];
  for (const [at, step] of steps.entries()) {
    const record = await openRecord(io, shadow, step, present);
    if (!record) continue;
    const next = record.endsBefore === undefined ? undefined : orders.get(record.endsBefore);
    found.push({ ...record, order: next === undefined ? last + 1 + at : next - 0.5 });
  }
  return {
    history: { ...history, checkpoints: [...history.checkpoints, ...found] },
    open: new Set(found.map(({ id }) => id)),
  };
}
