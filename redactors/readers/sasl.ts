import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MOST = 400;
const BLOB = /[A-Za-z0-9+/]{8,}={0,2}/g;

/** `AUTH PLAIN`, also of IMAP and XMPP: base64 of two names and the password, with NUL between. */
export function readSaslPlain(scan: Scan, _start: number, end: number): void {
  for (const { 0: blob, index } of scan.text.slice(end, end + MOST).matchAll(BLOB)) {
    if (!/^[^\0]*\0[^\0]+\0[^\0]+$/.test(Buffer.from(blob, "base64").toString("latin1"))) continue;
    note(scan, "authorization", end + index, end + index + blob.length, "high", "sasl-plain");
    return;
  }
}
