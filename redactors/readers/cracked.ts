import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MOST = 8192;
/** What such a hash is made of, and what it has to have in it: a row of digits that is a digest, a salt or a ticket. */
const HASH = /^[\w$*:;.,/+=@#%\\-]{8,}/;
const ROW = /^(\r?\n[ \t]{4,40})([0-9A-Fa-f]{16,200})(?=\s|$)/;
const DIGEST = /[0-9a-f]{24}|[0-9A-F]{24}|[A-Za-z0-9+/]{32}/;

/**
 * `$krb5asrep$`, `$DCC2$`, `$office$`, `WPA*02*`: hashes of passwords as they are taken from a system to be tried; all
 * that follows the sign.
 */
export function readCracked(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (start < scan.codesEnd) return;
  const body = HASH.exec(text.slice(end, end + MOST))?.[0];
  if (body === undefined) return;
  // What was looked through once holds nothing for the next sign in it either.
  scan.codesEnd = end + body.length;
  if (!DIGEST.test(body) || isPlaceholder(body.slice(0, 48))) return;
  note(scan, "password-hash", end, end + body.length, "high", "cracked-hash");
  // Tools for Windows break a ticket into lines of one length.
  for (let at = end + body.length; ; ) {
    const [, lead = "", row = ""] = ROW.exec(text.slice(at, at + 300)) ?? [];
    if (row === "") break;
    note(scan, "password-hash", at + lead.length, at + lead.length + row.length, "high", "cracked-hash");
    at += lead.length + row.length;
    scan.codesEnd = at;
  }
}
