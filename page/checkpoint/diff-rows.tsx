import type { SecretPlace } from "../../web/ui/api.ts";
import { Who, type LineBlame } from "./blame-column.tsx";
import { sideBySide, type DiffLine, type LinePair } from "./diff-lines.ts";
import { piecesOf } from "./pieces.ts";
import { Secret, type SecretFile } from "./secret.tsx";
import type { Colours } from "./use-colours.ts";

/** Whether the old and the new lines stand in one column or side by side. */
export type DiffStyle = "unified" | "split";

/** The marks in and beside the text of lines: secrets, colours, authors. */
export interface LineMarks {
  readonly secrets: readonly SecretPlace[];
  readonly of: SecretFile;
  readonly colours: Colours;
  /** The authors of the newer side's lines, if blame is on. */
  readonly blame?: LineBlame | undefined;
}

/** The number of columns of a table. */
export function columnsOf(style: DiffStyle, { blame }: LineMarks): number {
  return (style === "split" ? 4 : 3) + (blame ? 1 : 0);
}

type Row = DiffLine | LinePair;

/** The rows of a table: one for each line, or one for each pair of lines. */
export function rowsOf(lines: readonly DiffLine[], style: DiffStyle): readonly Row[] {
  return style === "split" ? sideBySide(lines) : lines;
}

/** Rows of a table with line numbers, code and marks. */
export function Rows({ rows, marks }: { readonly rows: readonly Row[]; readonly marks: LineMarks }) {
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
