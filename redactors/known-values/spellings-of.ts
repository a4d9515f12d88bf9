import { toBase32 } from "../base32.ts";
import { LEAST } from "./marks.ts";

/**
 * The spellings of a value in texts: as it is, escaped in JSON once and twice, encoded in a URL or a form, in
 * base64, and in base32. Base64 of a longer text has three spellings of the value, by its position, in each of two alphabets.
 */
export function spellingsOf(value: string): string[] {
  const escaped = escape(value);
  const url = encode(value);
  const spellings = new Set([
    value,
    escaped,
    escape(escaped),
    value.replaceAll("/", "\\/"),
    url,
    url.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    url.replaceAll("%20", "+"),
    toBase32(Buffer.from(value)).slice(0, Math.floor((Buffer.byteLength(value) * 8) / 5)),
  ]);
  for (const part of inBase64(Buffer.from(value)))
    spellings.add(part).add(part.replaceAll("+", "-").replaceAll("/", "_"));
  return [...spellings];
}

function escape(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A value encoded for a URL. A value with half of a surrogate pair cannot be encoded, and is returned unchanged. */
function encode(value: string): string {
  try {
    return encodeURIComponent(value);
  } catch {
    return value;
  }
}

/**
 * The base64 of a value that stands behind zero, one or two other bytes, without the characters that depend on the
 * neighbouring bytes.
 */
function inBase64(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((shift) => {
    const padded = Buffer.concat([Buffer.alloc(shift), bytes]).toString("base64");
    const from = Math.ceil((shift * 8) / 6);
    const to = Math.floor(((shift + bytes.length) * 8) / 6);
    return to - from >= LEAST ? [padded.slice(from, to)] : [];
  });
}
