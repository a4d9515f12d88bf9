import { isHex } from "./key-like.ts";

/**
 * Whether a service's name and the value are all of a line, `algolia:…`, or two cells side by side, `7,algolia,…`: then
 * it may also be one that looks like a hash, unless something before speaks of hashes. A UUID names a thing.
 */
export function isWholeLine(text: string, start: number, line: string, value: string): boolean {
  const colon = COLON_LINE.test(line);
  const from = start - line.length;
  return (
    (colon || CELLS.test(line)) &&
    (from === 0 || text[from - 1] === "\n") &&
    (colon ? LINE_END : CELL_END).test(text.slice(start + value.length, start + value.length + 8)) &&
    !UUID.test(value) &&
    !(isHex(value) && isOfHashes(text.slice(Math.max(0, start - 400), start)))
  );
}

/** Whether the text before speaks of hashes or ids, and heads no column of keys. */
function isOfHashes(before: string): boolean {
  return OF_HASHES.test(before) || (OF_IDS.test(before) && !/(?:key|token|secret)"?\r?\n/i.test(before));
}

/** Whether the list in which the line at `from` stands has a heading that speaks of hashes. */
export function isUnderHashes(text: string, from: number, line: string): boolean {
  return OF_HASHES.test(headingOf(text, from, line));
}

/** The line without indent above the indented one that begins at `from`, as it heads a list in YAML. */
function headingOf(text: string, from: number, line: string): string {
  if (!/^[ \t]/.test(line)) return "";
  let end = from - 1;
  for (let tries = 0; tries < MAX_LIST && end > 0; tries++) {
    const start = text.lastIndexOf("\n", end - 1) + 1;
    if (!" \t\r\n".includes(text[start] ?? " ")) return text.slice(start, end).slice(0, 80);
    end = start - 1;
  }
  return "";
}

const MAX_LIST = 500;
const COLON_LINE = /^[ \t]{0,8}(?:[-*] )?["'`]?[A-Za-z0-9][\w.-]{1,40}:$/;
const CELLS = /^(?:[\w@.-]{0,40},){0,3}[A-Za-z0-9][\w-]{1,40},$/;
const LINE_END = /^["'`]?[ \t]*[,;]?[ \t]*(?:\r|\n|$)/;
const CELL_END = /^(?:,|[ \t]*(?:\r|\n|$))/;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/i;
const OF_HASHES = /sha-?\d|md5|hash|digest|checksum|integrity|commit|revision|etag|version|fingerprint/i;
const OF_IDS = /uuid|(?:^|[\n,])"?id(?:"?[,\n]|_)/i;
