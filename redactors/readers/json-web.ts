import { ALNUM, DASH, DOT, flagsAt, runEnd, UNDERSCORE } from "../charset.ts";
import { addFinding, perScan, type Scan } from "../scan.ts";
import { lastBlock } from "./pem.ts";

const BASE64URL = ALNUM | UNDERSCORE | DASH;
const MAX_PART = 8192;
/**
 * The end of the header of the token that was read last. `lastKey` has the end of the JSON Web Key that was read last.
 */
const lastHeader = perScan(() => ({ end: 0 }));
const lastKey = perScan(() => ({ end: 0 }));

/** The base64 of `{"`, of `{ "`, and of a brace before a line's end. */
const HEADER = /^(?:eyJ|eyAi|ewog)/;

/**
 * Finds a JSON Web Token, signed or encrypted, at `eyJ`, `eyAi` or `ewog`: header, dot, payload, dot, the rest. An
 * unsigned token is found, too: a server that accepts an unsigned token accepts it from anyone.
 */
export function findJwt(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const [block, last] = [lastBlock(scan), lastHeader(scan)];
  if (!HEADER.test(text.slice(start, start + 4)) || start < block.end || start < last.end) return;
  if (flagsAt(text, start - 1) & ALNUM && text[start - 2] !== "\\") return;
  const header = runEnd(text, end, BASE64URL, end + MAX_PART);
  last.end = header;
  if (text[header] !== ".") return;
  let at = header;
  let dots = 0;
  while (text[at] === "." && dots < 4) {
    dots += 1;
    at = partEnd(text, at + 1, start, dots);
  }
  const payload = runEnd(text, header + 1, BASE64URL, header + MAX_PART) - header - 1;
  // An encrypted token's second part may be empty.
  if (payload < 8 && dots < 4) return;
  if (at - start < 40) return;
  block.end = at;
  addFinding(scan, "jwt", start, runEnd(text, at, DOT, at), "high");
}

/** A line that was wrapped by a window has at least so many columns. */
const COLUMNS = 76;
/** The characters of the shortest signature in a token. */
const SIGNATURE = 43;

/**
 * The end of a token's part that begins at `from`. It may be on a later line, if a terminal wrapped the token's line.
 */
function partEnd(text: string, from: number, start: number, dots: number): number {
  let at = runEnd(text, from, BASE64URL, from + MAX_PART);
  const least = dots < 2 ? Infinity : SIGNATURE;
  while (text[at] === "\n" && at - from < least && flagsAt(text, at + 1) & BASE64URL) {
    const line = Math.max(text.lastIndexOf("\n", at - 1) + 1, at - MAX_PART);
    if (at - line < COLUMNS || line > start + MAX_PART) break;
    at = runEnd(text, at + 1, BASE64URL, at + MAX_PART);
  }
  return at;
}

/**
 * The most characters before and behind `"kty"` in which the parts of a key are looked for. The longest RSA key has as
 * many characters.
 */
const AROUND = 6000;

/** A secret part of a JSON Web Key: of an RSA or elliptic curve key, or of a symmetric one. */
const SECRET_PART = /((?:\\{0,3})["'])(?:d|p|q|dp|dq|qi|k)\1\s{0,4}:\s{0,4}\1([A-Za-z0-9_-]{16,2048})\1/g;

/** Finds the secret parts of the JSON Web Key around `"kty"`. Its public parts stay. */
export function findJwk(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const last = lastKey(scan);
  if (start < last.end) return;
  const before = text.slice(Math.max(0, start - AROUND), start);
  const behind = text.slice(end, end + AROUND);
  const from = start - before.length + Math.max(0, before.lastIndexOf("{"));
  const close = behind.indexOf("}");
  const to = end + (close === -1 ? behind.length : close);
  last.end = to;
  for (const match of text.slice(from, to).matchAll(SECRET_PART)) {
    const valueEnd = from + match.index + match[0].length - (match[1] as string).length;
    addFinding(scan, "json-web-key", valueEnd - (match[2] as string).length, valueEnd, "high");
  }
}
