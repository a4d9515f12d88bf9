import type { HistoryRow } from "../../web/ui/api.ts";

/** One line of the tree that the timeline draws. */
export interface Line {
  /** A key that no other line has, and that stays as long as the line stands for the same thing. */
  readonly key: string;
  /** 1 session, 2 step, 3 tool call of a turn. */
  readonly level: 1 | 2 | 3;
  /** The row; absent for a session's own line. */
  readonly row?: HistoryRow;
  readonly session: string | null;
  /** The agent that made a session's newest step; only a session's line has it. */
  readonly agent?: string;
  /** Number of steps of a session's line, or of calls of a turn's line. */
  readonly children: number;
  readonly isOpen: boolean;
  /** The line's place among its siblings from 1; `siblings` counts them, the line included. */
  readonly position: number;
  readonly siblings: number;
  readonly parent: string | undefined;
}

export interface Grouping {
  /** The lines, newest first. */
  readonly lines: readonly Line[];
  /** Every row that changed files by itself, oldest first: a turn stands for its calls. */
  readonly steps: readonly HistoryRow[];
}

interface Node extends Pick<Line, "level" | "row"> {
  session: string | null;
  /** The nodes below, newest first. */
  readonly children: Node[];
}

/**
 * Rows, oldest first, as a tree: stretches of one session, in them turns and other steps, in turns their tool calls. A
 * checkpoint made by hand belongs to no session and does not end a stretch.
 */
export function groupRows(rows: readonly HistoryRow[], closed: ReadonlySet<string>): Grouping {
  const steps = stepsOf(rows);
  const stretches: Node[] = [];
  for (const step of steps.toReversed()) {
    const last = stretches.at(-1);
    if (last && (last.session === step.session || step.session === null || last.session === null)) {
      last.children.push(step);
      last.session ??= step.session;
    } else stretches.push({ level: 1, session: step.session, children: [step] });
  }
  return { lines: linesOf(stretches, closed), steps: steps.flatMap(({ row }) => row ?? []) };
}

function stepsOf(rows: readonly HistoryRow[]): Node[] {
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
    const key = node.row?.id ?? `session-${children.at(-1)!.row!.id}`; // its oldest: new steps change nothing
    const isOpen = children.length > 0 && !closed.has(key);
    const place = { position: at + 1, siblings: nodes.length, parent };
    const agent = node.row ? undefined : children.find(({ row }) => row?.agent !== undefined)?.row?.agent;
    const own = { ...node, ...(agent !== undefined && { agent }) };
    const line: Line = { ...own, key, children: children.length, isOpen, ...place };
    return isOpen ? [line, ...linesOf(children, closed, key)] : [line];
  });
}
