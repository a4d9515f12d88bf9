import type { HistoryRow, HistoryView } from "./api.ts";
import type { OpenJournal } from "./open-journal.ts";

/**
 * All that ever changed files, oldest first, without what each of them changed: that is asked for as it comes into
 * view.
 */
export function historyView({ root, history }: OpenJournal, version: string): HistoryView {
  const rows: [order: number, row: HistoryRow][] = history.checkpoints.map((one) => [
    one.order,
    {
      id: one.id,
      session: one.session,
      scope: one.scope,
      at: one.createdAt,
      ...(one.toolName !== undefined && { tool: one.toolName }),
      ...(one.note !== undefined && { note: one.note }),
      ...(one.turn !== undefined && { turn: one.turn }),
      ...(one.undoneBy !== undefined && { undone: true as const }),
    },
  ]);
  for (const { id, session, kind, at, end, isCheckpoint, checkpoints, order, takenBack } of history.operations) {
    if (isCheckpoint || !end || kind === "restore") continue; // a checkpoint already, or one that never came to its end
    rows.push([
      order,
      {
        id,
        session,
        scope: kind,
        at,
        ...(checkpoints && { count: checkpoints.length }),
        ...(takenBack && { undone: true as const }),
      },
    ]);
  }
  return {
    worktree: root,
    version,
    rows: rows.toSorted(([one], [other]) => one - other).map(([, row]) => row),
    canRedo: history.operations.some((one) => one.kind === "undo" && one.end && !one.takenBack),
  };
}
