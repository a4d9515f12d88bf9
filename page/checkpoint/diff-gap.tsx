import { useState } from "preact/hooks";

import { counted } from "../words.ts";
import type { DiffLine } from "./diff-lines.ts";
import { type DiffStyle, type LineMarks, rowsOf, columnsOf, Rows } from "./diff-rows.tsx";

const STEP = 200;

interface GapProps {
  /** The first hidden line on the older side; `after` has that on the newer side. */
  readonly before: number;
  readonly after: number;
  /** The first line of the newer side behind the gap, that is, of the next hunk; `undefined` after the last hunk. */
  readonly end: number | undefined;
  /** The lines of the newer side; `undefined` until they are loaded. */
  readonly text: readonly string[] | undefined;
  readonly style: DiffStyle;
  readonly marks: LineMarks;
  readonly read: (() => Promise<void>) | undefined;
}

/** Hidden lines between two hunks. Each press shows more of them, from the top. */
export function Gap({ before, after, end, text, style, marks, read }: GapProps) {
  const [wanted, setWanted] = useState(0);
  const behind = end ?? (text && text.length + 1);
  const opened = (text ?? []).slice(after - 1, Math.min(after - 1 + wanted, (behind ?? 0) - 1));
  const hidden = behind === undefined ? undefined : Math.max(0, behind - after - opened.length);
  const lines = opened.map(
    (line, at): DiffLine => ({
      kind: "same",
      before: before + at,
      after: after + at,
      parts: [{ text: line, changed: false }],
    }),
  );
  const open = async () => {
    await read!();
    setWanted(wanted + STEP);
  };
  return (
    <>
      <Rows rows={rowsOf(lines, style)} marks={marks} />
      {hidden !== 0 && (read || hidden !== undefined) && (
        <tbody>
          <tr class="gap">
            <td colSpan={columnsOf(style, marks)}>
              {read ? (
                <button type="button" class="gap-button" onClick={() => void open()}>
                  {describeGap(hidden)}
                </button>
              ) : (
                <span class="gap-note">{counted(hidden!, "unchanged line")}</span>
              )}
            </td>
          </tr>
        </tbody>
      )}
    </>
  );
}

/** The label of a gap's button, which says how many lines a press shows. */
function describeGap(hidden: number | undefined): string {
  if (hidden === undefined) return "Show what follows";
  return `Show ${counted(Math.min(hidden, STEP), "unchanged line")}${hidden > STEP ? ` of ${hidden}` : ""}`;
}
