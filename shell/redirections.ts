import { lineEnd } from "../kit/text.ts";
import { expandText, joinedList, runOf, type Meanings } from "./expansion.ts";
import type { Streams } from "./streams.ts";
import { parseShellWord } from "./parse-shell-word.ts";

/** A file that a command's output is redirected to. */
export interface Redirect {
  readonly file: string;
  readonly appends: boolean;
  /** Only standard error goes to the file: `2>file`. */
  readonly errors?: true;
}

/** The state of the parser that reading a redirection or a here-document changes. */
export interface Redirected {
  readonly text: string;
  readonly meanings: Meanings;
  readonly open: { readonly redirects: Redirect[]; readonly reads: string[]; readonly fed: string[] };
  /** The files that `exec 3<file` opened, by the number of the stream. */
  readonly streams: Streams;
  /** Here-documents of the current line; their bodies begin after the end of the line. */
  heredocs: { tag: string; tabs: boolean; plain: boolean; fed: string[] }[];
}

/** Matches the operator of an output. */
const OUTPUT = /(?:\d{0,3}|&)>{1,2}[|&]?/y;

/** Reads `> file`, `2>> file` or `&> file`. */
export function readOutput({ text, meanings, open }: Redirected, at: number): number {
  const operator = runOf(OUTPUT, text, at);
  const [word, next] = parseShellWord(text, skipBlanks(text, at + operator.length), meanings);
  const file = joinedList(word);
  // `2>&1` redirects to another stream, `>&file` to a file.
  if (operator.endsWith("&") && /^[\d-]*$/.test(file)) return Math.max(next, at + operator.length);
  const appends = operator.includes(">>");
  open.redirects.push(operator.startsWith("2") ? { appends, file, errors: true } : { appends, file });
  return Math.max(next, at + operator.length);
}

/** Matches the operator of an input; `<>` opens a file to read and write. */
const INPUT = /\d{0,3}<>?/y;
/** Matches the number of a stream in place of a file: `<&3`, `<&-`. */
const STREAM = /&(?:\d{1,3}-?|-)/y;

/** Reads `< file`, `0< file` or `3<> file`. */
export function readInput({ text, meanings, open, streams }: Redirected, at: number): number {
  const operator = runOf(INPUT, text, at);
  const start = at + operator.length;
  const stream = runOf(STREAM, text, start);
  if (stream !== "") {
    open.reads.push(...streams.of(stream.slice(1)));
    return start + stream.length;
  }
  const [file, next] = parseShellWord(text, skipBlanks(text, start), meanings);
  if (file !== "") {
    open.reads.push(joinedList(file));
    streams.name(operator, joinedList(file));
  }
  return Math.max(next, start);
}

export function readHereString({ text, meanings, open }: Redirected, at: number): number {
  const [word, next] = parseShellWord(text, skipBlanks(text, at + 3), meanings);
  open.fed.push(joinedList(word));
  return next;
}

export function openHeredoc({ text, open, heredocs }: Redirected, at: number): number {
  const tabs = text[at + 2] === "-";
  const start = skipBlanks(text, at + (tabs ? 3 : 2));
  const [tag, next] = parseShellWord(text, start, {});
  heredocs.push({ tag, tabs, plain: /["'\\]/.test(text.slice(start, next)), fed: open.fed });
  return next;
}

/** Reads the bodies of the current line's here-documents. @returns the offset after the bodies */
export function readHeredocs(reading: Redirected, from: number): number {
  if (reading.heredocs.length === 0) return from;
  let at = from;
  for (const { tag, tabs, plain, fed } of reading.heredocs) {
    const [body, next] = readHeredoc(reading.text, at, tag, tabs);
    fed.push(plain ? body : joinedList(expandText(body, reading.meanings)));
    at = next;
  }
  reading.heredocs = [];
  return at;
}

/** The body of a here-document, which ends before the line that is only the tag, and the offset after that line. */
function readHeredoc(text: string, from: number, tag: string, tabs: boolean): [string, number] {
  const lines: string[] = [];
  for (let at = from; at < text.length; ) {
    const end = lineEnd(text, at);
    const line = text.slice(at, end).replace(/\r$/, "");
    at = end + 1;
    if ((tabs ? line.replace(/^\t+/, "") : line) === tag) return [lines.join("\n"), Math.min(at, text.length)];
    lines.push(line);
  }
  return [lines.join("\n"), text.length];
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === " " || text[at] === "\t") at += 1;
  return at;
}
