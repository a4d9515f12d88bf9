import { changedWords, type Part } from "../kit/changed-words.ts";
import { printable } from "../kit/text.ts";
import type { Display } from "./display.ts";
import { parsePatch, type PatchLine } from "./parse-patch.ts";
import { fit, fitPath, widthOf } from "./text-width.ts";

const TAB = 4;

/** In a patch of this many lines or more, changed words are not marked, because marking them would be slow. */
const MANY = 20_000;

/** A patch for a terminal: headlines for files, coloured signs, marked words, no control characters. */
export function diffView(patch: string, display: Display): string[] {
  const lines = parsePatch(patch);
  const texts = lines.map(({ text }) => shown(text));
  if (lines.length <= MANY) markWords(lines, texts, display);
  return lines.flatMap(({ kind }, at) => viewOf(kind, texts[at]!, display));
}

/** Marks changed words. Removed lines are compared with the added lines after them, if there are as many. */
function markWords(lines: readonly PatchLine[], texts: string[], { style }: Display): void {
  const marked = (parts: readonly Part[]) =>
    parts.map(({ text, changed }) => (changed ? style.inverse(text) : text)).join("");
  const endOf = (kind: PatchLine["kind"], start: number) => {
    let end = start;
    while (lines[end]?.kind === kind) end += 1;
    return end;
  };
  for (let at = 0; at < lines.length; ) {
    const added = endOf("removed", at);
    const end = endOf("added", added);
    const pairs = end - added === added - at ? added - at : 0;
    for (let n = 0; n < pairs; n += 1) {
      const words = changedWords(texts[at + n]!, texts[added + n]!);
      if (words) [texts[at + n], texts[added + n]] = [marked(words.removed), marked(words.added)];
    }
    at = Math.max(end, at + 1);
  }
}

function viewOf(kind: PatchLine["kind"], text: string, { columns, style }: Display): string[] {
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

/** A headline across the whole width: `── src/app.ts ─────`. */
function headline(path: string, { columns, style }: Pick<Display, "columns" | "style">): string {
  const name = fitPath(path, columns - 6);
  return `${style.dim("──")} ${style.bold(name)} ${style.dim("─".repeat(Math.max(2, columns - widthOf(name) - 4)))}`;
}

/** A text with tabs replaced by blanks, a carriage return at its end as `␍`, and other control characters escaped. */
function shown(text: string): string {
  const [first = "", ...rest] = text.replace(/\r$/, "␍").split("\t").map(printable);
  return rest.reduce((line, part) => line + " ".repeat(TAB - (widthOf(line) % TAB)) + part, first);
}
