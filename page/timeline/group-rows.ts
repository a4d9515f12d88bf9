import type { HistoryRow } from "../../web/ui/api.ts";

/** One line of the tree that the timeline draws. */
export interface Line {
  /** Unique, and the same as long as the line stands for the same thing. */
  readonly key: string;
  /** 1 session, 2 step, 3 tool call of a turn. */
  readonly level: 1 | 2 | 3;
  /** Absent for a session's own line. */
  readonly row?: HistoryRow;
  readonly session: string | null;
  /** Steps of the session's line, calls of a turn's. */
  readonly children: number;
  readonly isOpen: boolean;
  /** Place among its siblings from 1, and how many there are. */
  readonly position: number;
  readonly siblings: number;
  readonly parent?: string;
}

export interface Grouping {
  /** Newest first. */
  readonly lines: readonly Line[];
  /** Everything that changed files by itself, oldest first: a turn stands for its calls. */
  readonly steps: readonly HistoryRow[];
}

interface Step {
  readonly row: HistoryRow;
  readonly calls: HistoryRow[];
}

/**
 * Rows, oldest first, as a tree: stretches of one session, in them turns and whatever else was a step, in turns their
 * tool calls. What is made by hand belongs to nobody and does not end a stretch.
 */
export function groupRows(
  rows: readonly HistoryRow[],
  isShown: (row: HistoryRow) => boolean,
  closed: ReadonlySet<string>,
): Grouping {
  const steps = stepsOf(rows.filter(isShown));
  const stretches: { session: string | null; steps: Step[] }[] = [];
  for (const step of steps.toReversed()) {
    const last = stretches.at(-1);
    if (last && (last.session === step.row.session || step.row.session === null || last.session === null)) {
      last.steps.push(step);
      last.session ??= step.row.session;
    } else stretches.push({ session: step.row.session, steps: [step] });
  }
  const lines = stretches.flatMap(({ session, steps: own }, at): Line[] => {
    const key = `session-${own.at(-1)!.row.id}`;
    const isOpen = !closed.has(key);
    const head: Line = {
      key,
      level: 1,
      session,
      children: own.length,
      isOpen,
      position: at + 1,
      siblings: stretches.length,
    };
    return isOpen ? [head, ...own.flatMap((step, place) => linesOf(step, key, place + 1, own.length, closed))] : [head];
  });
  return { lines, steps: steps.map(({ row }) => row) };
}

function stepsOf(rows: readonly HistoryRow[]): Step[] {
  const turns = new Map(
    rows.filter(({ scope }) => scope === "turn").map((row): [string, Step] => [row.id, { row, calls: [] }]),
  );
  return rows.flatMap((row) => {
    const turn = row.scope === "tool" && row.turn !== undefined ? turns.get(row.turn) : undefined;
    turn?.calls.push(row);
    return turn ? [] : [turns.get(row.id) ?? { row, calls: [] }];
  });
}

function linesOf(
  { row, calls }: Step,
  parent: string,
  position: number,
  siblings: number,
  closed: ReadonlySet<string>,
): Line[] {
  const isOpen = calls.length > 0 && !closed.has(row.id);
  const own: Line = {
    key: row.id,
    level: 2,
    row,
    session: row.session,
    children: calls.length,
    isOpen,
    position,
    siblings,
    parent,
  };
  if (!isOpen) return [own];
  return [
    own,
    ...calls.toReversed().map(
      (call, at): Line => ({
        key: call.id,
        level: 3,
        row: call,
        session: call.session,
        children: 0,
        isOpen: false,
        position: at + 1,
        siblings: calls.length,
        parent: row.id,
      }),
    ),
  ];
}
