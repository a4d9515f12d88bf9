import truncatedWidth from "fast-string-truncated-width";

let segmenter: Intl.Segmenter | undefined;

/**
 * A text's characters, by an `Intl.Segmenter` that is made when it is first needed: that takes longer than many a
 * command.
 */
function segmentsOf(text: string): Intl.Segments {
  return (segmenter ??= new Intl.Segmenter()).segment(text);
}

/** Columns that a text takes, marks of colour not counted; wide characters take two. */
export function widthOf(text: string): number {
  return truncatedWidth(text).width;
}

/** The width of the widest text; 0 if there is no text. */
export function widest(texts: readonly string[]): number {
  // No spread: there may be more texts than a call takes.
  return texts.reduce((most, text) => Math.max(most, widthOf(text)), 0);
}

/** At most so many columns of a text, with `…` if something is missing; there its marks of colour end. */
export function fit(text: string, columns: number): string {
  if (columns < 1) return "";
  if (widthOf(text) <= columns) return text;
  return `${begin(text, columns - 1)}…${text.includes("\u001b") ? "\u001b[0m" : ""}`;
}

/** At most so many columns of a path without marks, of which the end says most: `…` stands for a missing beginning. */
export function fitPath(path: string, columns: number): string {
  if (columns < 1) return "";
  if (widthOf(path) <= columns) return path;
  const characters = Array.from(segmentsOf(path), ({ segment }) => segment);
  while (characters.length > 0 && widthOf(characters.join("")) > columns - 1) characters.shift();
  return `…${characters.join("")}`;
}

/**
 * As many whole characters, accents and joined pictures included, as fit; marks of colour take no room. The library
 * that measures widths also cuts, but too late if characters that draw boxes stand before letters (seen with 3.0.3).
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

/** A sentence in lines of at most so many columns, cut between its words; a longer word is left as it is. */
export function wrapped(text: string, columns: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : undefined;
    if (longer !== undefined && widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** A sentence in as many lines as it needs; every line but the first is indented by `indent` blanks. */
export function inLines(sentence: string, indent: number, { columns }: { readonly columns: number }): string {
  return wrapped(sentence, Math.max(LEAST, columns - indent)).join(`\n${" ".repeat(indent)}`);
}

/**
 * A text with its lines cut to so many columns. A line that is cut goes on below its second column, or else two columns
 * further in.
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

/** Columns of words in a terminal that is narrower than any word. */
const LEAST = 20;

/** Blanks on the right up to a width. */
export function pad(text: string, columns: number): string {
  return text + " ".repeat(Math.max(0, columns - widthOf(text)));
}

/** Rows of cells as lines, the cells of a column below one another. */
export function alignColumns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, column) => widest(rows.map((row) => row[column]!)));
  return rows.map((row) =>
    row
      .map((cell, column) => pad(cell, widths[column]!))
      .join("  ")
      .trimEnd(),
  );
}

/** Empty lines at the end, up to a height. */
export function fillRows(lines: readonly string[], rows: number): string[] {
  return [...lines, ...Array.from({ length: Math.max(0, rows - lines.length) }, () => "")];
}
