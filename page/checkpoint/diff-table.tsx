import { Fragment, type ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";

import { counted } from "../words.ts";
import type { Hunk } from "./diff-lines.ts";
import { type DiffStyle, type LineMarks, rowsOf, columnsOf, Rows } from "./diff-rows.tsx";
import { Gap } from "./diff-gap.tsx";

/** How many lines are drawn at first. Below: how many more lines a press shows. */
const FIRST = 600;

export interface DiffTableProps {
  readonly hunks: readonly Hunk[];
  readonly style: DiffStyle;
  readonly name: string;
  readonly marks: LineMarks;
  /** Draws the controls above a hunk. */
  readonly above?: ((hunk: Hunk) => ComponentChildren) | undefined;
  /**
   * Loads the lines of the newer side, of which the page shows those between hunks; absent if they are not available.
   */
  readonly readLines?: () => Promise<readonly string[]>;
}

/** The diff of a file. A press on a gap shows lines between hunks. A long diff is drawn in parts. */
export function DiffTable({ hunks, style, name, marks, above, readLines }: DiffTableProps) {
  const [limit, setLimit] = useState(FIRST);
  const [text, setText] = useState<readonly string[]>();
  const read = readLines && (async () => setText(text ?? (await readLines())));
  const rows = useMemo(() => hunks.map(({ lines }) => rowsOf(lines, style)), [hunks, style]);
  const total = rows.reduce((sum, { length }) => sum + length, 0);
  // A new or deleted file has no lines between hunks.
  const isWhole = hunks.length === 1 && (hunks[0]!.before[1] <= 1 || hunks[0]!.after[1] <= 1);
  const gap = { text, style, marks, read };
  const last = hunks.at(-1);
  let left = limit;
  return (
    <>
      <table class={`diff ${style}`}>
        <caption class="hidden">Changes of {name}</caption>
        <colgroup>
          {marks.blame && <col class="who-column" />}
          <col class="number-column" />
          {style === "split" && <col />}
          <col class="number-column" />
          <col />
        </colgroup>
        {hunks.map(({ after: [end] }, at) => {
          if (left <= 0) return null;
          const { before, after } = hunks[at - 1] ?? { before: [0, 1], after: [0, 1] };
          const shown = rows[at]!.slice(0, left);
          left -= shown.length;
          return (
            <Fragment key={at}>
              <Gap {...gap} before={before[1]} after={after[1]} end={end} />
              {above && (
                <tbody>
                  <tr class="hunk-above">
                    <td colSpan={columnsOf(style, marks)}>{above(hunks[at]!)}</td>
                  </tr>
                </tbody>
              )}
              <Rows rows={shown} marks={marks} />
            </Fragment>
          );
        })}
        {last && !isWhole && left > 0 && <Gap {...gap} before={last.before[1]} after={last.after[1]} end={undefined} />}
      </table>
      {total > limit && (
        <button type="button" class="gap-button whole" onClick={() => setLimit(limit * 4)}>
          Show {counted(Math.min(total - limit, limit * 3), "more line")} of {counted(total, "line")}
        </button>
      )}
    </>
  );
}
