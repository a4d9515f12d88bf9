import truncatedWidth from "fast-string-truncated-width";

let segmenter: Intl.Segmenter | undefined;

/**
 * The characters of a text. The `Intl.Segmenter` is created on first use, because its creation takes longer than many
 * commands.
 */
function segmentsOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter()).segment(text);
}

/** The width of a text in columns: colour codes take none, wide characters two. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** The width of the widest text; 0 if there are no texts. */
export function widest(texts: readonly string[]): number {
  // The texts are not spread into `Math.max`, because a call cannot have as many arguments.
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}

/** Shortens a text to a width. `…` stands for the missing end, and colours are switched off there. */
export function fit(text: string, columns: number): string {
  if (columns < 1) return "";
  if (widthOf(text) <= columns) return text;
  return `${begin(text, columns - 1)}…${text.includes("\u001b") ? "\u001b[0m" : ""}`;
}

/** Shortens a text to a width between two words; `…` stands for the missing end. A single long word is cut. */
export function fitWords(text: string, columns: number): string {
  if (columns < 1 || widthOf(text) <= columns) return columns < 1 ? "" : text;
  const [first = ""] = wrapped(text, columns - 2);
  const isWhole = widthOf(first) <= columns - 2;
  return isWhole ? `${first} …` : widthOf(first) <= columns ? first : fit(text, columns);
}

/**
 * Shortens a path to a width at its beginning, since its end is more important. The path must not contain colour codes.
 */
export function fitPath(path: string, columns: number): string {
  if (columns < 1) return "";
  if (widthOf(path) <= columns) return path;
  const characters = Array.from(segmentsOf(path), ({ segment }) => segment);
  while (characters.length > 0 && widthOf(characters.join("")) > columns - 1) characters.shift();
  return `…${characters.join("")}`;
}

/**
 * The beginning of a text that fits a width, in whole characters including combining marks; colour codes take no width.
 * The library that measures widths can also cut, but cuts wrong if box-drawing characters precede letters (version
 * 3.0.3).
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

/** Wraps a sentence between words. A longer word stays whole, and so does a date with its time. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(/ (?!\d\d:\d\d:\d\d(?!\d))/)) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : undefined;
    if (longer !== undefined && widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Wraps a sentence; each line but the first is indented by `indent` blanks. */
export function inLines(sentence: string, indent: number, { columns }: { readonly columns: number }): string {
  return wrapped(sentence, Math.max(LEAST, columns - indent)).join(`\n${" ".repeat(indent)}`);
}

/**
 * Wraps the lines of a text. The rest of a wrapped line is indented to the line's second column or, without one, by two
 * more blanks than the line.
 */
export function withinColumns(text: string, { columns }: { readonly columns: number }): string {
  const lines = text.split("\n").flatMap((line) => {
    if (widthOf(line) <= columns) return [line];
    const [indent] = /^ */.exec(line)!;
    const [column = indent] = /^ *\S+(?: \S+)* {2,}/.exec(line) ?? [];
    const head = widthOf(column) <= columns - LEAST ? column : indent;
    const inner = head === indent ? Math.min(indent.length + 2, Math.max(0, columns - LEAST)) : widthOf(head);
    const [first = "", ...rest] = wrapped(line.slice(head.length), Math.max(LEAST, columns - inner));
    return [head + first, ...rest.map((one) => " ".repeat(inner) + one)].map((one) => one.trimEnd());
  });
  return lines.join("\n");
}

/** The least width of wrapped text, in columns, for very narrow terminals. */
const LEAST = 20;

/** A text with blanks at its end up to a width. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** Rows of cells as lines with aligned columns. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => widest(rows.map((row) => row[column]!)));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}

/** Lines with empty lines at the end up to a height. */
export function fillRows(lines: readonly string[], rows: number): string[] {
  return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => "")];
}
