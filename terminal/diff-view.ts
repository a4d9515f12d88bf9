import { changedWords, type Part } from "../kit/changed-words.ts";
import { printable } from "../kit/printable.ts";
import type { Display } from "./display.ts";
import { parsePatch, type PatchLine } from "./parse-patch.ts";
import { fit, fitPath, widthOf } from "./text-width.ts";

const TAB = 4;

/** A patch of more lines than this is shown without marking words. */
const MANY = 20_000;

/**
 * A patch as a person reads it: files as headlines, signs in colour, changed words marked, nothing that a terminal
 * obeys.
 */
export function diffView(patch: string, display: Display): string[] {
  const lines = parsePatch(patch);
  return lines.length > MANY
    ? lines.flatMap((line) => viewOf(line, shown(line.text), display))
    : marked(lines, display);
}

function marked(lines: readonly PatchLine[], display: Display): string[] {
  const view: string[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = run(lines, at, "removed");
    const added = run(lines, at + removed, "added");
    const pairs = removed === added ? removed : 0;
    const texts = lines.slice(at, at + Math.max(1, removed + added)).map(({ text }) => shown(text));
    for (let n = 0; n < pairs; n += 1) {
      const words = changedWords(texts[n]!, texts[removed + n]!);
      if (words) [texts[n], texts[removed + n]] = [marks(words.removed, display), marks(words.added, display)];
    }
    for (const [n, text] of texts.entries()) view.push(...viewOf(lines[at + n]!, text, display));
    at += texts.length;
  }
  return view;
}

function marks(parts: readonly Part[], { style }: Display): string {
  return parts.map(({ text, changed }) => (changed ? style.inverse(text) : text)).join("");
}

function run(lines: readonly PatchLine[], start: number, kind: PatchLine["kind"]): number {
  let end = start;
  while (lines[end]?.kind === kind) end += 1;
  return end - start;
}

function viewOf({ kind }: PatchLine, text: string, { columns, style }: Display): string[] {
  switch (kind) {
    case "file":
      return ["", headline(text, { columns, style })];
    case "hunk":
      return [style.cyan(text)];
    case "added":
      return [style.green(`+${text}`)];
    case "removed":
      return [style.red(`-${text}`)];
    case "same":
      return [` ${text}`];
    case "note":
      return [style.dim(`  ${fit(text, columns - 2)}`)];
  }
}

/** `── src/app.ts ─────` over the whole width. */
function headline(path: string, { columns, style }: Pick<Display, "columns" | "style">): string {
  const name = fitPath(path, columns - 6);
  return `${style.dim("──")} ${style.bold(name)} ${style.dim("─".repeat(Math.max(2, columns - widthOf(name) - 4)))}`;
}

/** Tabs as blanks, a line end of Windows as a sign, every other control character as its number. */
function shown(text: string): string {
  let column = 0;
  const parts = text.replace(/\r$/, "␍").split("\t");
  return parts
    .map((part, at) => {
      const own = printable(part);
      column += widthOf(own);
      if (at === parts.length - 1) return own;
      const blanks = TAB - (column % TAB);
      column += blanks;
      return own + " ".repeat(blanks);
    })
    .join("");
}
