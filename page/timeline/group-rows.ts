import type { HistoryRow } from "../../web/ui/api.ts";

/** A line of the timeline's tree. */
export interface Line {
  /** A unique key, which stays the same while the line shows the same session or checkpoint. */
  readonly key: string;
  /** 1: session, 2: checkpoint, 3: tool call of a turn. */
  readonly level: 1 | 2 | 3;
  /** The row; absent in a session's line. */
  readonly row?: HistoryRow;
  readonly session: string | null;
  /** The agent of a session's newest checkpoint; only in a session's line. */
  readonly agent?: string;
  /** The number of a session's checkpoints, or of a turn's calls. */
  readonly children: number;
  readonly isOpen: boolean;
  /** The index of the line among its siblings, from 1. `siblings` is their number, including the line. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
}

export interface Grouping {
  /** The lines, newest first. */
  readonly lines: readonly Line[];
  /**
   * The rows that changed files, oldest first. Calls of a turn are not included, since the turn contains their changes.
   */
  readonly checkpoints: readonly HistoryRow[];
}

interface Node extends Pick<Line, "level" | "row"> {
  session: string | null;
  /** The nodes one level below, newest first. */
  readonly children: Node[];
}

/**
 * The rows (oldest first) as a tree: consecutive checkpoints of one session form a group, a group holds checkpoints,
 * and a turn holds its tool calls. A checkpoint by hand belongs to no session and does not end a group.
 */
export function groupRows(rows: readonly HistoryRow[], closed: ReadonlySet<string>): Grouping {
  const checkpoints = checkpointsOf(rows);
  const stretches: Node[] = [];
  for (const checkpoint of checkpoints.toReversed()) {
    const last = stretches.at(-1);
    if (last && (last.session === checkpoint.session || checkpoint.session === null || last.session === null)) {
      last.children.push(checkpoint);
      last.session ??= checkpoint.session;
    } else stretches.push({ level: 1, session: checkpoint.session, children: [checkpoint] });
  }
  return { lines: linesOf(stretches, closed), checkpoints: checkpoints.flatMap(({ row }) => row ?? []) };
}

function checkpointsOf(rows: readonly HistoryRow[]): Node[] {
  const nodeOf = (row: HistoryRow, level: 2 | 3): Node => ({ level, row, session: row.session, children: [] });
  const turns = new Map(rows.filter(({ scope }) => scope === "turn").map((row) => [row.id, nodeOf(row, 2)]));
  return rows.flatMap((row) => {
    const turn = row.scope === "tool" && row.turn !== undefined ? turns.get(row.turn) : undefined;
    turn?.children.unshift(nodeOf(row, 3));
    return turn ? [] : [turns.get(row.id) ?? nodeOf(row, 2)];
  });
}

function linesOf(nodes: readonly Node[], closed: ReadonlySet<string>, parent?: string): Line[] {
  return nodes.flatMap(({ children, ...node }, at) => {
    // The key is the session's oldest checkpoint, so that a new checkpoint does not change the key.
    const key = node.row?.id ?? `session-${children.at(-1)!.row!.id}`;
    const isOpen = children.length > 0 && !closed.has(key);
    const place = { position: at + 1, siblings: nodes.length, parent };
    const agent = node.row ? undefined : children.find(({ row }) => row?.agent !== undefined)?.row?.agent;
    const own = { ...node, ...(agent !== undefined && { agent }) };
    const line: Line = { ...own, key, children: children.length, isOpen, ...place };
    return isOpen ? [line, ...linesOf(children, closed, key)] : [line];
  });
}
