import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/**
 * Characters around the type of a key in which its parts are looked for: those of the longest RSA keys take as many.
 */
const AROUND = 6000;

/** The parts of a JSON Web Key that are secret: of an RSA or elliptic curve key, and of a symmetric one. */
const SECRET_PART = /((?:\\{0,3})["'])(?:d|p|q|dp|dq|qi|k)\1\s{0,4}:\s{0,4}\1([A-Za-z0-9_-]{16,2048})\1/g;

/** `"kty"`: a JSON Web Key. Its public parts stay. */
export function readJwk(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (start < scan.jwkEnd) return;
  const before = text.slice(Math.max(0, start - AROUND), start);
  const behind = text.slice(end, end + AROUND);
  const from = start - before.length + Math.max(0, before.lastIndexOf("{"));
  const close = behind.indexOf("}");
  const to = end + (close === -1 ? behind.length : close);
  scan.jwkEnd = to;
  for (const match of text.slice(from, to).matchAll(SECRET_PART)) {
    const valueEnd = from + match.index + match[0].length - (match[1] as string).length;
    note(scan, "json-web-key", valueEnd - (match[2] as string).length, valueEnd, "high");
  }
}
