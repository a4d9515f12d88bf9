import { defined } from "../../kit/defined.ts";
import { statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { History } from "../../shadow-repo/journal/history.ts";
import { labelsOf } from "../../shadow-repo/journal/labels.ts";
import { journalFile } from "../../shadow-repo/journal/journal-file.ts";
import { historyWithOpen } from "../../shadow-repo/record/open-history.ts";
import { openHistory, type Shadow } from "../../shadow-repo/open/open-shadow.ts";
import { placeOf } from "../../shadow-repo/place.ts";
import type { SwitchedOff } from "../../worktree/switch.ts";
import type { HistoryRow, HistoryView } from "./api.ts";

export interface OpenJournal {
  /** The worktree's root: the page is always about the whole of it. */
  readonly root: string;
  readonly shadow: Shadow | undefined;
  /** With open turns and calls as if they had ended when the journal was read. */
  readonly history: History;
  /** Ids of open turns and calls. */
  readonly open: ReadonlySet<string>;
}

/** Reads the journal again only if it has changed since: it is asked for with every click. */
export function journalReader(io: Io, folder: string): () => Promise<OpenJournal> {
  const { shadow: place, worktree } = placeOf(io, folder);
  let stamp = "";
  let open: OpenJournal | undefined;
  return async () => {
    const now = stampOf(journalFile(place));
    if (!open?.shadow || now !== stamp) {
      const { shadow, history: ended } = await openHistory(io, worktree.root, "look");
      const whole = shadow ? await historyWithOpen(io, shadow, ended) : { history: ended, open: new Set<string>() };
      open = { root: worktree.root, shadow, ...whole };
      stamp = now;
    }
    return open;
  };
}

/** Changes whenever the file does; empty if there is none. */
export function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : "";
}

/**
 * All steps that ever changed files, oldest first, without their changes: a page asks for those as they come into view.
 */
export function historyView({ root, history, open }: OpenJournal, version: string, off?: SwitchedOff): HistoryView {
  return {
    switchedOff: off ?? null,
    worktree: root,
    version,
    rows: rowsOf(history, open),
    canRedo: history.operations.some(isUndoInEffect),
  };
}

export function rowsOf({ checkpoints, operations }: History, open: ReadonlySet<string> = new Set()): HistoryRow[] {
  const rows = checkpoints.map((one): [order: number, row: HistoryRow] => [
    one.order,
    {
      id: one.id,
      session: one.session,
      scope: one.scope,
      at: one.createdAt,
      ...(one.toolName !== undefined && { tool: one.toolName }),
      ...labelsOf(one),
      ...defined({ note: one.note, turn: one.turn }),
      ...(open.has(one.id) && { open: true as const }),
      ...(one.undoneBy !== undefined && { undone: true as const }),
    },
  ]);
  for (const { id, session, kind, at, end, isCheckpoint, checkpoints: taken, order, takenBack } of operations) {
    if (isCheckpoint || !end || kind === "restore") continue; // a checkpoint already, or one that never came to its end
    const row = { id, session, scope: kind, at, ...(taken && { count: taken.length }) };
    rows.push([order, takenBack ? { ...row, undone: true } : row]);
  }
  return rows.toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

function isUndoInEffect({ kind, end, takenBack }: History["operations"][number]): boolean {
  return kind === "undo" && end !== undefined && !takenBack;
}
