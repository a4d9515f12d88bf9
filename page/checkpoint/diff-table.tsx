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
  /** The lines of the newer side, to show what lies between hunks; absent where it cannot be shown. */
  readonly readLines?: () => Promise<readonly string[]>;
}

/** One file's difference. What lies between hunks opens on a press, and a long difference is drawn in parts. */
export function DiffTable({ hunks, style, name, readLines }: DiffTableProps) {
  const [limit, setLimit] = useState(FIRST);
  const [text, setText] = useState<readonly string[]>();
  const [opened, setOpened] = useState<ReadonlyMap<number, number>>(new Map());
  const open = async (gap: number) => {
    if (!readLines) return;
    if (!text) setText(await readLines());
    setOpened((before) => new Map(before).set(gap, (before.get(gap) ?? 0) + STEP));
  };
  const blocks = useMemo(
    () => blocksOf(hunks, text, opened).map((block) => ({ ...block, rows: rowsOf(block.lines, style) })),
    [hunks, text, opened, style],
  );
  let left = limit;
  const total = blocks.reduce((sum, { rows }) => sum + rows.length, 0);
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
        {blocks.map((block) => {
          if (left <= 0) return null;
          if (block.hidden !== undefined) {
            if (block.hidden === 0 || (!readLines && block.hidden < 0)) return null;
            return (
              <tbody key={`gap-${block.gap}`}>
                <tr class="gap">
                  <td colSpan={style === "split" ? 4 : 3}>
                    {readLines ? (
                      <button type="button" class="gap-button" onClick={() => void open(block.gap)}>
                        {describeGap(block.hidden)}
                      </button>
                    ) : (
                      <span class="gap-note">{counted(block.hidden, "unchanged line")}</span>
                    )}
                  </td>
                </tr>
              </tbody>
            );
          }
          const rows = block.rows.slice(0, left);
          left -= rows.length;
          return (
            <tbody key={`lines-${block.gap}`}>
              {rows.map((row, at) =>
                "kind" in row ? (
                  <UnifiedRow key={at} line={row} />
                ) : (
                  <SplitRow key={at} before={row[0]} after={row[1]} />
                ),
              )}
            </tbody>
          );
        })}
      </table>
      {left <= 0 && total > limit && (
        <button type="button" class="gap-button whole" onClick={() => setLimit(limit * 4)}>
          Show {counted(Math.min(total - limit, limit * 3), "more line")} of {counted(total, "line")}
        </button>
      )}
    </>
  );
}

/** What a press on a gap does. */
function describeGap(hidden: number): string {
  if (hidden < 0) return "Show what follows";
  return `Show ${counted(Math.min(hidden, STEP), "unchanged line")}${hidden > STEP ? ` of ${hidden}` : ""}`;
}

function rowsOf(lines: readonly DiffLine[], style: DiffStyle): readonly (DiffLine | Pair)[] {
  return style === "split" ? sideBySide(lines) : lines;
}

function UnifiedRow({ line }: { readonly line: DiffLine }) {
  return (
    <tr class={line.kind}>
      <td class="number">{line.before}</td>
      <td class="number">{line.after}</td>
      <Code line={line} />
    </tr>
  );
}

function SplitRow({ before, after }: { readonly before: DiffLine | undefined; readonly after: DiffLine | undefined }) {
  return (
    <tr>
      <td class={`number ${before?.kind ?? "none"}`}>{before?.before}</td>
      {before ? <Code line={before} /> : <td class="code none" />}
      <td class={`number ${after?.kind ?? "none"}`}>{after?.after}</td>
      {after ? <Code line={after} /> : <td class="code none" />}
    </tr>
  );
}

function Code({ line: { kind, parts, isUnended } }: { readonly line: DiffLine }) {
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <td class={`code ${kind}`}>
      <span class="sign">{{ added: "+", removed: "−", same: " " }[kind]}</span>
      {parts.map(({ text, changed }, at) => (changed ? <Mark key={at}>{text}</Mark> : text))}
      {isUnended && <span class="unended"> (no line end)</span>}
    </td>
  );
}

interface Block {
  readonly gap: number;
  readonly lines: readonly DiffLine[];
  /** Of a gap: how many lines it still hides, -1 where that is not known yet. */
  readonly hidden?: number;
}

function blocksOf(
  hunks: readonly Hunk[],
  text: readonly string[] | undefined,
  opened: ReadonlyMap<number, number>,
): Block[] {
  const blocks: Block[] = [];
  const addGap = (gap: number, before: number, after: number, end: number | undefined) => {
    const shown = text ? Math.min(opened.get(gap) ?? 0, (end ?? text.length + 1) - after) : 0;
    if (shown > 0)
      blocks.push({
        gap: gap + 0.5,
        lines: text!.slice(after - 1, after - 1 + shown).map((line, at) => ({
          kind: "same",
          before: before + at,
          after: after + at,
          parts: [{ text: line, changed: false }],
        })),
      });
    const last = end ?? (text ? text.length + 1 : undefined);
    blocks.push({ gap, lines: [], hidden: last === undefined ? -1 : Math.max(0, last - after - shown) });
  };
  let [before, after] = [1, 1];
  for (const [at, hunk] of hunks.entries()) {
    addGap(at, before, after, hunk.after[0]);
    blocks.push({ gap: at + 0.25, lines: hunk.lines });
    [before, after] = [hunk.before[1], hunk.after[1]];
  }
  // a new or a deleted file has nothing around it
  const isWhole = hunks.length === 1 && (hunks[0]!.before[1] <= 1 || hunks[0]!.after[1] <= 1);
  if (hunks.length > 0 && !isWhole) addGap(hunks.length, before, after, undefined);
  return blocks;
}
