import truncatedWidth from "fast-string-truncated-width";

let segmenter: Intl.Segmenter | undefined;

/** Made when it is first needed: that takes longer than many a command. */
function segmentsOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter()).segment(text);
}

/** Columns that a text takes, marks of colour not counted; wide characters take two. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** The beginning of an unmarked text, in at most so many columns, with `…` where something is missing. */
export function fit(text: string, columns: number): string {
  if (columns < 1) return "";
  return widthOf(text) <= columns ? text : `${begin(text, columns - 1)}…`;
}

/** The same for a path, of which the end says most. */
export function fitPath(path: string, columns: number): string {
  if (widthOf(path) <= columns) return path;
  if (columns < 1) return "";
  const characters = Array.from(segmentsOf(path), ({ segment }) => segment);
  let room = columns - 1;
  let from = characters.length;
  for (; from > 0 && widthOf(characters[from - 1]!) <= room; from -= 1) room -= widthOf(characters[from - 1]!);
  return `…${characters.slice(from).join("")}`;
}

/** Blanks on the right up to a width. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** At most so many columns of a text that may hold marks of colour; where something is missing, they end there. */
export function cut(text: string, columns: number): string {
  if (columns < 1) return "";
  if (widthOf(text) <= columns) return text;
  return `${begin(text, columns - 1)}…${text.includes("\u001b") ? "\u001b[0m" : ""}`;
}

/**
 * As many whole characters, accents and joined pictures included, as fit; marks of colour take no room. The library
 * that measures widths also cuts, but too late where characters that draw boxes stand before letters (seen with 3.0.3).
 */
function begin(text: string, columns: number): string {
  let [taken, room] = ["", columns];
  for (const part of text.split(/(\u001b\[[0-9;]*m)/)) {
    if (part.startsWith("\u001b")) {
      taken += part;
      continue;
    }
    for (const { segment } of segmentsOf(part)) {
      room -= widthOf(segment);
      if (room < 0) return taken;
      taken += segment;
    }
  }
  return taken;
}

/** The width of the widest; 0 where there is none. */
export function widest(texts: readonly string[]): number {
  // no spread: there may be more than a call takes
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}

/** Empty lines at the end, up to a height. */
export function fillRows(lines: readonly string[], rows: number): string[] {
  return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => "")];
}
