import { Fragment, type ComponentChildren } from "preact";
import { useMemo, useState } from "preact/hooks";

import type { SecretPlace } from "../../web/ui/api.ts";
import { counted } from "../words.ts";
import { Who, type LineBlame } from "./blame-column.tsx";
import { sideBySide, type DiffLine, type Hunk, type LinePair } from "./diff-lines.ts";
import { piecesOf } from "./pieces.ts";
import { Secret, type SecretFile } from "./secret.tsx";
import type { Colours } from "./use-colours.ts";

/** How many lines are drawn at first. Below: how many more lines a press shows. */
const FIRST = 600;
const STEP = 200;

export type DiffStyle = "unified" | "split";

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

/** The marks in and beside the text of lines: secrets, colours, authors. */
interface LineMarks {
  readonly secrets: readonly SecretPlace[];
  readonly of: SecretFile;
  readonly colours: Colours;
  /** The authors of the newer side's lines, if blame is on. */
  readonly blame?: LineBlame | undefined;
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
function Gap({ before, after, end, text, style, marks, read }: GapProps) {
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

function columnsOf(style: DiffStyle, { blame }: LineMarks): number {
  return (style === "split" ? 4 : 3) + (blame ? 1 : 0);
}

type Row = DiffLine | LinePair;

function rowsOf(lines: readonly DiffLine[], style: DiffStyle): readonly Row[] {
  return style === "split" ? sideBySide(lines) : lines;
}

function Rows({ rows, marks }: { readonly rows: readonly Row[]; readonly marks: LineMarks }) {
  if (rows.length === 0) return null;
  const lineOf = (row: Row | undefined) => (row && "kind" in row ? row : row?.[1]);
  return (
    <tbody>
      {rows.map((row, at) => {
        const who = marks.blame && (
          <Who blame={marks.blame} line={lineOf(row)?.after} above={lineOf(rows[at - 1])?.after} />
        );
        return "kind" in row ? (
          <tr key={at} class={row.kind}>
            {who}
            <td class="number">{row.before}</td>
            <td class="number">{row.after}</td>
            <Code line={row} marks={marks} />
          </tr>
        ) : (
          <tr key={at}>
            {who}
            <td class={`number ${row[0]?.kind ?? "none"}`}>{row[0]?.before}</td>
            <Code line={row[0]} marks={marks} />
            <td class={`number ${row[1]?.kind ?? "none"}`}>{row[1]?.after}</td>
            <Code line={row[1]} marks={marks} />
          </tr>
        );
      })}
    </tbody>
  );
}

function Code({ line, marks }: { readonly line: DiffLine | undefined; readonly marks: LineMarks }) {
  if (!line) return <td class="code none" />;
  const { kind, parts, isUnended } = line;
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <td class={`code ${kind}`}>
      <span class="sign">{{ added: "+", removed: "−", same: " " }[kind]}</span>
      {piecesOf(parts, coloursAt(line, marks), secretsAt(line, marks)).map(({ text, changed, colour, secret }, at) => {
        if (secret) return <Secret key={`${secret.at} ${secret.part}`} place={secret} of={marks.of} />;
        const own = colour === undefined ? text : <span class={`colour-${colour}`}>{text}</span>;
        return changed ? <Mark key={at}>{own}</Mark> : own;
      })}
      {isUnended && <span class="unended"> (no line end)</span>}
    </td>
  );
}

function coloursAt({ before, after }: DiffLine, { colours }: LineMarks) {
  return after === undefined ? colours.before?.[before! - 1] : colours.after?.[after - 1];
}

/**
 * The secrets of a line. If the line is on both sides, those of the newer side; if that side has none, those of the
 * older side.
 */
function secretsAt({ before, after }: DiffLine, { secrets }: LineMarks): readonly SecretPlace[] {
  if (secrets.length === 0) return secrets;
  const on = (side: SecretPlace["side"], line: number | undefined) =>
    secrets.filter((one) => one.side === side && one.line === line);
  const newer = on("after", after);
  return newer.length > 0 ? newer : on("before", before);
}
