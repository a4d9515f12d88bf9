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

/**
 * `:0101000000000000`, with which the answer of NTLM's second version begins: the two fields before it are its proof.
 */
export function readNtlm(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const before = /[\w.$-]{1,64}::[\w.-]{0,64}:[0-9a-fA-F]{16}:([0-9a-fA-F]{32})$/.exec(
    text.slice(Math.max(0, start - 200), start),
  );
  const blob = /^[0-9a-fA-F]{16,4096}/.exec(text.slice(end, end + 4096))?.[0];
  if (before === null || blob === undefined) return;
  note(scan, "password-hash", start - 32, end + blob.length, "high", "ntlm");
}

/** `:::` behind the two digests of a user of Windows: `bob:1001:…:…:::`. */
export function readSam(scan: Scan, start: number): void {
  const before = /(?:^|[\s"'\\])[^\s:"']{1,64}:\d{1,10}:([0-9a-fA-F]{32}:[0-9a-fA-F]{32})$/.exec(
    scan.text.slice(Math.max(0, start - 150), start),
  );
  if (before !== null) note(scan, "password-hash", start - 65, start, "high", "sam-hash");
}
