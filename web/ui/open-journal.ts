import { defined } from "../../kit/defined.ts";
import { statSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { historyOf, journalFile, labelsOf, type History } from "../../shadow-repo/doors/checkpoint.ts";
import { placesNow, type Places, type Shadow } from "../../shadow-repo/doors/place.ts";
import { nameFrom, recordedIn, tieIn } from "../../shadow-repo/doors/restore.ts";
import type { SwitchedOff } from "../../worktree/doors/switch.ts";
import type { HistoryRow, HistoryView } from "./api.ts";

/** The history of one repository. */
export interface Journal {
  /** The root of the worktree. The page always shows the whole worktree. */
  readonly root: string;
  readonly shadow: Shadow | undefined;
  /** The history. A checkpoint that is still open is shown as if it had ended when the history was read. */
  readonly history: History;
  /** The ids of open turns and calls. */
  readonly open: ReadonlySet<string>;
}

export interface OpenJournal extends Journal {
  /**
   * The other repositories that were recorded together with this one. Their histories hold only changes by sessions
   * that began in this repository.
   */
  readonly others: readonly Journal[];
}

/**
 * Returns a function that returns the journals. It reads them again only after a change, since the page requests the
 * journals with every click.
 */
export function journalReader(io: Io, places: Places): () => Promise<OpenJournal> {
  let stamp = "";
  let open: OpenJournal | undefined;
  return async () => {
    const now = journalStamp(places);
    if (!open?.shadow || now !== stamp) {
      open = await readJournals(io, places);
      stamp = now;
    }
    return open;
  };
}

/** A text that changes when any repository's journal changes, or the number of repositories. */
export function journalStamp(places: Places): string {
  return placesNow(places)
    .all.map(({ shadow }) => stampOf(journalFile(shadow)))
    .join();
}

async function readJournals(io: Io, places: Places): Promise<OpenJournal> {
  const all = (await recordedIn(io, placesNow(places).all)).map(
    (one): Journal => ({ ...one, root: one.place.worktree.root }),
  );
  const own = all.find(({ root }) => root === places.root);
  const nothing = { root: places.root, shadow: undefined, history: historyOf([]), open: new Set<string>() };
  const others = all.filter((one) => one !== own).map((one) => ({ ...one, history: begunIn(places, one.history) }));
  return { ...(own ?? nothing), others };
}

/** The turns that began in a repository's folder, their calls, and the operations that were started in this folder. */
function begunIn({ root }: Places, history: History): History {
  const turns = new Set(history.checkpoints.flatMap(({ id, home }) => (home === root ? id : [])));
  return {
    ...history,
    checkpoints: history.checkpoints.filter(({ id, turn = id }) => turns.has(turn)),
    operations: history.operations.filter(({ across }) => across?.endsWith(` ${root}`)),
  };
}

/** The journal that holds a checkpoint or operation; the journal of the page's repository if none holds it. */
export function journalOf(open: OpenJournal, id: string): Journal {
  const knows = ({ history: { checkpoints, operations } }: Journal) =>
    checkpoints.some((one) => one.id === id) || operations.some((one) => one.id === id);
  return knows(open) ? open : (open.others.find(knows) ?? open);
}

/** A text that changes when a file changes; empty if the file does not exist. */
export function stampOf(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats ? `${stats.ino} ${stats.size} ${stats.mtimeMs}` : "";
}

/**
 * All checkpoints that changed files, oldest first. They have no sizes: the page requests the sizes of the visible
 * rows.
 */
export function historyView(open: OpenJournal, version: string, off?: SwitchedOff): HistoryView {
  return {
    switchedOff: off ?? null,
    worktree: open.root,
    version,
    rows: rowsOf(open),
    canRedo: [open, ...open.others].some(({ history }) => history.operations.some(isUndoInEffect)),
  };
}

/**
 * All rows of the history. A turn in several repositories has a row for each repository, with the names of the other
 * repositories.
 */
export function rowsOf(open: OpenJournal): HistoryRow[] {
  const own = rowsIn(open);
  if (open.others.length === 0) return own;
  const names = new Map<string, string[]>();
  const rows = [open, ...open.others].flatMap((one) => {
    const name = nameFrom(open.root, one.root);
    const ties = new Map(one.history.checkpoints.map((step) => [step.id, tieIn(open.root, one.root, step)]));
    for (const { id, scope } of one.history.checkpoints) {
      const tie = ties.get(id)!;
      if (scope === "turn") names.set(tie, [...(names.get(tie) ?? []), name]);
    }
    return rowsIn(one).map((row) => ({ row, name, tie: ties.get(row.id) }));
  });
  return rows
    .map(({ row, name, tie = "" }) => {
      const together = row.scope === "turn" ? (names.get(tie) ?? []).filter((other) => other !== name) : [];
      return {
        ...row,
        ...(name !== "." && { repository: name }),
        ...(together.length > 0 && { together }),
      };
    })
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
}

function rowsIn({ history: { checkpoints, operations }, open }: Journal): HistoryRow[] {
  const partsOf = partsIn(checkpoints);
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
      ...(one.undoneBy === undefined ? partsOf(one) : { undone: true as const }),
    },
  ]);
  for (const { id, session, kind, at, end, isCheckpoint, steps, order, takenBack } of operations) {
    // Skips an operation that is listed as a checkpoint, was interrupted, or is a restore.
    if (isCheckpoint || !end || kind === "restore") continue;
    const row = { id, session, scope: kind, at, ...(kind === "undo" && { count: steps.length }) };
    rows.push([order, takenBack ? { ...row, undone: true } : row]);
  }
  return rows.toSorted(([one], [other]) => one - other).map(([, row]) => row);
}

/** Counts the undos of a part of a checkpoint: of its files, of its calls, or, for a call, of its turn's files. */
function partsIn(checkpoints: History["checkpoints"]): (one: History["checkpoints"][number]) => { parts?: number } {
  const parts = new Map(checkpoints.flatMap(({ id, partly }) => (partly ? [[id, partly.length] as const] : [])));
  const calls = new Map<string, number>();
  for (const { turn, undoneBy } of checkpoints)
    if (turn !== undefined && undoneBy !== undefined) calls.set(turn, (calls.get(turn) ?? 0) + 1);
  return ({ id, turn }) => {
    const count = (parts.get(id) ?? 0) + (calls.get(id) ?? 0) + (turn === undefined ? 0 : (parts.get(turn) ?? 0));
    return count > 0 ? { parts: count } : {};
  };
}

function isUndoInEffect({ kind, end, takenBack }: History["operations"][number]): boolean {
  return kind === "undo" && end !== undefined && !takenBack;
}
