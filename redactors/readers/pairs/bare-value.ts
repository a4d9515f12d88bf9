import {
  ALNUM,
  BLANK,
  EQUALS,
  FLAGS,
  flagsAt,
  isWideBlank,
  NAME,
  PLUS_SLASH,
  QUOTE,
  runEnd,
  STOP,
} from "../../charset.ts";
import { perScan, type Scan } from "../../scan.ts";
import { MAX_VALUE, type Value } from "./value.ts";

/** A bit in the mask of `lastRun` for values in a query. These end at other characters than values in code. */
const QUERY = 1 << 20;

/** The run that was measured last and the mask of characters that end it, so that a long run is measured once. */
const lastRun = perScan(() => ({ from: 0, to: -1, mask: 0 }));

/** Whether an `&` is part of a value and separates no fields: no `name=` and no entity follows. */
function isInside(text: string, at: number): boolean {
  return (
    (flagsAt(text, at - 1) & ALNUM) !== 0 &&
    (flagsAt(text, at + 1) & ALNUM) !== 0 &&
    !/^&(?:(?:[A-Za-z]{2,8}|#\w{1,6});|[\w.%[\]-]{1,40}=)/.test(text.slice(at, at + 44))
  );
}

/** A run of letters and digits that is neither a word nor a name in code. */
const RUN = String.raw`(?!(?:[A-Z]?[a-z]+\d{0,3}(?:[A-Z][a-z]+)*|\d+|[A-Z][A-Z0-9]*)(?![A-Za-z0-9]))[A-Za-z0-9]{4,24}`;
/** A sign, and behind it such a run, or two runs with a dot between. */
const MADE_UP = new RegExp(String.raw`^[;<|(,:]${RUN}(?:\.${RUN})?(?=["'\x60<,;)}\]@\s]|$)`);

/** Whether a sign that ends a value in code is in the middle of a password: `YIcZ(6AyQXCFH`. */
function isInPassword(text: string, at: number): boolean {
  return (flagsAt(text, at - 1) & ALNUM) !== 0 && MADE_UP.test(text.slice(at, at + 52));
}

export type Style = "line" | "query" | "code";

/**
 * The value without quotes that starts at `at`, `undefined` if it is empty. The style tells where it ends:
 * - `line`: at the next blank, quote or `\`, as in an environment line
 * - `query`: also at `&`, `#` and brackets
 * - `code`: also at `,`, `;` and brackets
 */
export function parseBare(scan: Scan, at: number, style: Style): Value | undefined {
  const { text } = scan;
  const mask = style === "line" ? BLANK | QUOTE : STOP | BLANK;
  const memo = style === "query" ? mask | QUERY : mask;
  const last = lastRun(scan);
  if (at < last.from || at >= last.to || last.mask !== memo) {
    last.to = endOfRun(text, at, style, mask);
    last.from = at;
    last.mask = memo;
  }
  const trailing = style === "line" ? ",;.):*" : ".:*";
  let end = trimmed(text, at, last.to, trailing);
  // The quote that closes the text around the value may be spelled as an entity.
  const entity = /&(?:quot|apos|#39)$/.exec(text.slice(Math.max(at, end - 5), end));
  if (entity !== null) end = trimmed(text, at, end - entity[0].length, trailing);
  return end > at ? { start: at, end } : undefined;
}

/** The end of `[start, end)` without the signs that follow a value. */
function trimmed(text: string, start: number, end: number, signs: string): number {
  let last = end;
  while (last > start && signs.includes(text[last - 1] as string)) last -= 1;
  return last;
}

function endOfRun(text: string, at: number, style: Style, mask: number): number {
  const limit = Math.min(text.length, at + MAX_VALUE);
  for (let end = at; end < limit; end++) {
    const code = text.charCodeAt(end);
    if (endsAnyValue(text, end, code)) return end;
    if (code < 128 && ((FLAGS[code] as number) & mask) !== 0 && !(style === "code" && isOfValue(text, at, end, code)))
      return end;
    if (style === "query" && (code === 35 || code === 63)) return end;
  }
  return Math.max(at, limit);
}

/**
 * Whether a character ends a value of any style: a wide blank, ESC, NUL, which separates the entries of
 * /proc/…/environ, a backslash, which starts an escape of the text around, or `<`, which opens an element.
 */
function endsAnyValue(text: string, at: number, code: number): boolean {
  if (code === 0 || code === 92 || code === 27 || isWideBlank(code)) return true;
  return code === 60 && !isInPassword(text, at);
}

/** Whether a character that usually ends a value in code is a part of the value that begins at `start`. */
function isOfValue(text: string, start: number, at: number, code: number): boolean {
  return (code === 38 && isInside(text, at)) || (code !== 32 && at > start && isInPassword(text, at));
}

/** The characters of a key that is written on several lines. */
const OF_KEY = NAME | PLUS_SLASH | EQUALS;
const MAX_LINES = 32;
const MAX_LINE = 512;

/**
 * The lines of a block of YAML that begins at `start`, each as `[start, end)`. Empty if a line holds more than one
 * word, or if the block has only one line.
 */
export function wordLines(text: string, start: number): (readonly [start: number, end: number])[] {
  const indent = start - text.lastIndexOf("\n", start) - 1;
  const lines: (readonly [number, number])[] = [];
  for (let at = start; lines.length < MAX_LINES; ) {
    const end = runEnd(text, at, OF_KEY, at + MAX_LINE);
    const close = text[end] === "\r" ? end + 1 : end;
    if (end === at || (close < text.length && text[close] !== "\n")) return [];
    lines.push([at, end]);
    const next = close + 1;
    at = next + indent;
    if (
      close >= text.length ||
      indent === 0 ||
      text.slice(next, at).trim() !== "" ||
      at >= text.length ||
      " \t\r\n".includes(text[at] as string)
    )
      break;
  }
  return lines.length > 1 ? lines : [];
}
