import { Fragment } from "preact";
import { useMemo, useState } from "preact/hooks";

import { counted } from "../words.ts";
import { sideBySide, type DiffLine, type Hunk, type Pair } from "./diff-lines.ts";

/** Lines that are drawn at first, and lines that a gap opens by at once. */
const FIRST = 600;
const STEP = 200;

export type DiffStyle = "unified" | "split";

export interface DiffTableProps {
  readonly hunks: readonly Hunk[];
  readonly style: DiffStyle;
  readonly name: string;
  /** The lines of the newer side, to show the text between hunks; absent if it cannot be shown. */
  readonly readLines?: () => Promise<readonly string[]>;
}

/** One file's difference. The lines between hunks open on a press, and a long difference is drawn in parts. */
export function DiffTable({ hunks, style, name, readLines }: DiffTableProps) {
  const [limit, setLimit] = useState(FIRST);
  const [text, setText] = useState<readonly string[]>();
  const read = readLines && (async () => setText(text ?? (await readLines())));
  const rows = useMemo(() => hunks.map(({ lines }) => rowsOf(lines, style)), [hunks, style]);
  const total = rows.reduce((sum, { length }) => sum + length, 0);
  // a new or a deleted file has nothing around it
  const isWhole = hunks.length === 1 && (hunks[0]!.before[1] <= 1 || hunks[0]!.after[1] <= 1);
  const gap = { text, style, read };
  const last = hunks.at(-1);
  let left = limit;
  return (
    <>
      <table class={`diff ${style}`}>
        <caption class="hidden">Changes of {name}</caption>
        <colgroup>
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
              <Rows rows={shown} />
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

interface GapProps {
  /** The first line that is left out, on either side, and the first of the newer side that is shown again. */
  readonly before: number;
  readonly after: number;
  /** Absent behind the last hunk. */
  readonly end: number | undefined;
  /** The newer side, once it was read. */
  readonly text: readonly string[] | undefined;
  readonly style: DiffStyle;
  readonly read: (() => Promise<void>) | undefined;
}

/** Lines between two hunks, which open from above. */
function Gap({ before, after, end, text, style, read }: GapProps) {
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
      <Rows rows={rowsOf(lines, style)} />
      {hidden !== 0 && (read || hidden !== undefined) && (
        <tbody>
          <tr class="gap">
            <td colSpan={style === "split" ? 4 : 3}>
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

/** The effect of a press on a gap. */
function describeGap(hidden: number | undefined): string {
  if (hidden === undefined) return "Show what follows";
  return `Show ${counted(Math.min(hidden, STEP), "unchanged line")}${hidden > STEP ? ` of ${hidden}` : ""}`;
}

type Row = DiffLine | Pair;

function rowsOf(lines: readonly DiffLine[], style: DiffStyle): readonly Row[] {
  return style === "split" ? sideBySide(lines) : lines;
}

function Rows({ rows }: { readonly rows: readonly Row[] }) {
  if (rows.length === 0) return null;
  return (
    <tbody>
      {rows.map((row, at) =>
        "kind" in row ? (
          <tr key={at} class={row.kind}>
            <td class="number">{row.before}</td>
            <td class="number">{row.after}</td>
            <Code line={row} />
          </tr>
        ) : (
          <tr key={at}>
            <td class={`number ${row[0]?.kind ?? "none"}`}>{row[0]?.before}</td>
            <Code line={row[0]} />
            <td class={`number ${row[1]?.kind ?? "none"}`}>{row[1]?.after}</td>
            <Code line={row[1]} />
          </tr>
        ),
      )}
    </tbody>
  );
}

function Code({ line }: { readonly line: DiffLine | undefined }) {
  if (!line) return <td class="code none" />;
  const { kind, parts, isUnended } = line;
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <td class={`code ${kind}`}>
      <span class="sign">{{ added: "+", removed: "−", same: " " }[kind]}</span>
      {parts.map(({ text, changed }, at) => (changed ? <Mark key={at}>{text}</Mark> : text))}
      {isUnended && <span class="unended"> (no line end)</span>}
    </td>
  );
}
