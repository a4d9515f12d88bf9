import truncatedWidth from "fast-string-truncated-width";

import type { Width } from "./display.ts";

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
  return ASCII.test(text) ? text.length : truncatedWidth(text).width;
}

/**
 * Characters of one column each. Most texts hold no others, and need no library: it takes half of a long table's time.
 */
const ASCII = /^[ -~]*$/;

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
  const [first = "", ...rest] = text.split(" ");
  if (widthOf(first) > columns - 2) return widthOf(first) <= columns ? first : fit(text, columns);
  let taken = first;
  for (const word of rest) {
    if (widthOf(`${taken} ${word}`) > columns - 2) break;
    taken += ` ${word}`;
  }
  return `${taken} …`;
}

/**
 * Shortens a path to a width at its beginning, since its end is more important: by whole folders, and within a name only
 * if the name alone does not fit. The path must not contain colour codes.
 */
export function fitPath(path: string, columns: number): string {
  if (columns < 1) return "";
  if (widthOf(path) <= columns) return path;
  for (let at = path.indexOf("/"); at >= 0 && at < path.length - 1; at = path.indexOf("/", at + 1)) {
    const shorter = `…${path.slice(at)}`;
    if (widthOf(shorter) <= columns) return shorter;
  }
  if (ASCII.test(path)) return `…${path.slice(path.length - columns + 1)}`;
  const characters = Array.from(segmentsOf(path), ({ segment }) => segment);
  while (characters.length > 0 && widthOf(characters.join("")) > columns - 1) characters.shift();
  return `…${characters.join("")}`;
}

/**
 * Shortens a path to a width in its middle: its first folders say where it lies, and its last ones what it is. A name
 * that does not fit alone is shortened at its beginning. The path must not contain colour codes.
 */
export function fitMiddle(path: string, columns: number): string {
  if (widthOf(path) <= columns) return path;
  const parts = path.split("/");
  const shorter = (first: number, last: number) =>
    [...parts.slice(0, first), "…", ...parts.slice(parts.length - last)].join("/");
  const fits = (first: number, last: number) => widthOf(shorter(first, last)) <= columns;
  let [first, last] = [path.startsWith("/") ? 2 : 1, 1];
  if (first + last >= parts.length || !fits(first, last)) return fitPath(path, columns);
  while (fits(first, last + 1)) last++;
  while (fits(first + 1, last)) first++;
  return shorter(first, last);
}

/**
 * A text in which `~` stands for the home folder, as a shell reads it. A path in quotes stays whole, since a shell does
 * not read `~` there.
 */
export function withTilde(text: string, home: string | undefined): string {
  if (home === undefined || !text.includes(home)) return text;
  const parts = text.split(home);
  return parts.reduce((before, after) => {
    const isWhole = /(?:^|[\s`(:,])$/.test(before) && /^(?:$|[/\s`):,;.])/.test(after);
    return `${before}${isWhole ? "~" : home}${after}`;
  });
}

/**
 * The beginning of a text that fits a width, in whole characters including combining marks; colour codes take no width.
 * The library that measures widths can also cut, but cuts wrong if box-drawing characters precede letters (version
 * 3.0.3).
 */
function begin(text: string, columns: number): string {
  if (ASCII.test(text)) return text.slice(0, columns);
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

/** The programs whose commands our messages tell a person to type. */
const PROGRAM = "(?:snapveil|git|npm|npx|chmod|sh)";

/**
 * The parts of a sentence that wrapping never divides, so that a person can copy each command: a command in backquotes;
 * a command behind a colon, up to the end of the sentence; `snapveil` with its subcommand, options and placeholders; a
 * date with its time; any other word.
 */
const WHOLE = new RegExp(
  [
    /[^\s`]*`[^`\n]+`[^\s`]*/,
    new RegExp(`(?<=(?<!^snapveil): )${PROGRAM} [^\n]+?(?=(?:[.;] [A-Za-z][^\n]*)?$)`),
    /[^\s\w]*snapveil [a-z]+\b[^\s`]*(?: (?:--?[a-z]|[A-Z]{2,}\b)[^\s`]*)*/,
    /\S+ \d\d:\d\d:\d\d(?!\d)\S*/,
    /\S+/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "gm",
);

/** Wraps a sentence between words. A longer word stays whole, and so do a command and a date with its time. */
export function wrapped(text: string, columns: number): string[] {
  if (widthOf(text) <= columns) return [text];
  const lines: string[] = [];
  let end = 0;
  for (const { 0: part, index } of text.matchAll(WHOLE)) {
    const longer = `${lines.at(-1)}${text.slice(end, index)}${part}`;
    end = index + part.length;
    if (lines.length > 0 && widthOf(longer) <= columns) lines[lines.length - 1] = longer;
    else lines.push(part);
  }
  return lines;
}

/** Wraps a sentence; each line but the first is indented by `indent` blanks. */
export function inLines(sentence: string, indent: number, { columns, home }: Width): string {
  return wrapped(withTilde(sentence, home), Math.max(LEAST, columns - indent)).join(`\n${" ".repeat(indent)}`);
}

/** An indented line that may be a command. */
const COMMAND_LINE = new RegExp(`^ +${PROGRAM} `);

/**
 * Wraps the lines of a text, except a command on the line below a line that ends with a colon. The rest of a wrapped
 * line is indented to the line's second column or, without one, by two more blanks than the line.
 */
export function withinColumns(text: string, { columns, home }: Width): string {
  const lines = withTilde(text, home)
    .split("\n")
    .flatMap((line, at, all) => {
      const isCommand = COMMAND_LINE.test(line) && all[at - 1]?.endsWith(":") === true;
      if (isCommand || widthOf(line) <= columns) return [line];
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
