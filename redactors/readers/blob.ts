import { fromBase32 } from "../base32.ts";
import { ALNUM, EQUALS, PLUS_SLASH, runEnd, runStart } from "../charset.ts";

/** The most characters of a blob that is decoded. Longer ones are files, and all decoded bytes are searched. */
export const MAX_BLOB = 65536;

/**
 * Decodes a run of base64, base64url, base32 or hex digits to text. `undefined` if the bytes are no text, as those of pictures,
 * hashes and keys.
 */
export function decodeBlob(blob: string): string | undefined {
  if (blob.length < 24 || blob.length > MAX_BLOB) return undefined;
  if (!isReadable(Buffer.from(blob.slice(0, 16), "base64"))) {
    if (/^(?:[2-7][0-9a-f]|0[9ad])+$/i.test(blob)) return readable(Buffer.from(blob, "hex"));
    return /^[A-Z2-7]{24,}={0,6}$/.test(blob) ? readable(fromBase32(blob)) : undefined;
  }
  return /^[A-Za-z0-9+/_-]{20,}={0,2}$/.test(blob) ? readable(Buffer.from(blob, "base64")) : undefined;
}

function readable(bytes: Buffer): string | undefined {
  return isReadable(bytes) ? bytes.toString("latin1").replaceAll("\0", "") : undefined;
}

/**
 * Whether bytes are printable ASCII and line ends, with at most one other byte in thirty. UTF-16, in which every other
 * byte of such a text is zero, counts, too.
 */
function isReadable(bytes: Buffer): boolean {
  const width = widthOf(bytes);
  let odd = 0;
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (width === 2 && byte === 0) continue;
    if (byte > 126 || (byte < 32 && byte !== 9 && byte !== 10 && byte !== 13)) odd += 1;
    if (odd * 30 > bytes.length) return false; // most runs end here after a byte or two
  }
  return true;
}

/** The number of bytes for each character; 2 if there are zeros among the first four bytes, as in UTF-16. */
function widthOf(bytes: Buffer): 1 | 2 {
  const isNone = (at: number) => bytes[at] === 0;
  return isNone(0) !== isNone(1) && isNone(0) === isNone(2) && isNone(1) === isNone(3) ? 2 : 1;
}

const BASE64 = ALNUM | PLUS_SLASH | EQUALS;
/** A token that has at least so many characters of base64 beside it is part of a blob. */
const BESIDE = 24;

/**
 * Whether `[start, end)` is a piece of a blob: more base64 stands beside it, on the same line or on the neighbouring
 * lines. In megabytes of base64 every short prefix of a token occurs by chance.
 */
export function isInBlob(text: string, start: number, end: number): boolean {
  const left = runStart(text, start, BASE64, Math.max(0, start - 100));
  const right = runEnd(text, end, BASE64, end + 100);
  if (start - left + right - end >= BESIDE) return true;
  return LINE_AFTER.test(text.slice(right, right + 80)) || LINE_BEFORE.test(text.slice(Math.max(0, left - 80), left));
}

/** A line of encoded data; in XML it is indented, and in a string of code the line end is an escape. */
const LINE_AFTER = /^(?:\r?\n|\\n)[ \t]{0,24}[A-Za-z0-9+/=]{40}/;
const LINE_BEFORE = /[A-Za-z0-9+/=]{40}(?:\r?\n|\\n)[ \t]{0,24}$/;
