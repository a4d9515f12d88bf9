import { hunkHead } from "../../kit/hunk-head.ts";
import { counted, printable } from "../../kit/text.ts";
import type { ListedHunk } from "../../shadow-repo/doors/restore.ts";
import { hunkLines } from "../describe-hunks.ts";
import { diffView } from "../diff-view.ts";
import type { Style } from "../display.ts";
import type { Preview, Reveal } from "./list-options.ts";
import { ListScreen } from "./list-screen.ts";
import { remembering } from "./screen.ts";

/** The key of `reveal`. */
export const SECRETS = "ctrl r: secrets";

/** The hunks of a file, and how these are shown. */
export interface PickHunks {
  readonly style: Style;
  readonly reveal: Reveal;
  /** The hunks with masked secrets. */
  readonly hunks: readonly ListedHunk[];
  /** The hunks of `hunks` with their secrets. */
  readonly revealed: readonly ListedHunk[];
  /** The ids of the ticked hunks. */
  readonly ticked: ReadonlySet<string>;
}

/** The hunks of one file, to be ticked. */
export function hunksScreen({ style, reveal, hunks, revealed, ticked }: PickHunks): ListScreen<ListedHunk> {
  const path = printable(hunks[0]?.path ?? "");
  const screen = new ListScreen<ListedHunk>({
    style,
    reveal,
    items: hunks,
    ticks: true,
    hints: ["space ticks", "enter keeps the ticks", "↑↓ choose", "q: back", "ctrl a: all", "shift ↑↓ preview", SECRETS],
    title: (_, chosen) => `${counted(chosen.length, "hunk")} of ${path}`,
    textOf: ({ patch }) => printable(patch),
    table: (items) => ({ rows: items.map((hunk) => hunkRow(hunk, style)) }),
    async preview(hunk) {
      const shown = (reveal.isOn ? revealed.find(({ id }) => id === hunk.id) : undefined) ?? hunk;
      return (columns) => hunkLines(shown, { columns, rows: 0, style });
    },
  });
  for (const hunk of hunks) screen.mark(hunk, ticked.has(hunk.id));
  return screen;
}

/** A hunk as a row: its line number, the numbers of added and deleted lines, and its first changed line. */
function hunkRow({ kind, number, patch, additions = 0, deletions = 0, state }: ListedHunk, style: Style): string {
  if (kind === "mode") return `${number}  the executable bit`;
  if (kind === "file") return `${number}  all of it`;
  const line = hunkHead(patch)?.before.start ?? "";
  const first = /^[-+](.*)$/m.exec(patch)?.[1] ?? "";
  const warning = state === "edited" ? ` ${style.yellow("!")}` : "";
  return (
    `${number}  line ${line}  ${style.green(`+${additions}`)} ${style.red(`-${deletions}`)}${warning}  ` +
    `${printable(first.trim())}`
  );
}

/** The most characters of a patch in a preview; the rest of a longer patch is left out. */
const MOST = 200_000;

/** A preview with some lines and a patch below them. */
export function diffPreview(patch: string, style: Style, above: (columns: number) => readonly string[]): Preview {
  const isCut = patch.length > MOST;
  const shown = isCut ? patch.slice(0, patch.lastIndexOf("\n", MOST) + 1) : patch;
  return remembering((columns) => {
    const lines = [...above(columns), ...(shown === "" ? [] : diffView(shown, { columns, rows: 0, style }))];
    if (lines[0] === "") lines.shift();
    return isCut ? [...lines, "", style.dim("The rest is too long for a preview.")] : lines;
  });
}
