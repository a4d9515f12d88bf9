import { pattern } from "../../kit/word-pattern.ts";
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

const ANSWER = pattern()`
  ^Q?6?=?(?:\\r)?(?:\\n)?'?\s{1,4}(?:[<>CS:|-]{1,4}[ \t]{1,4}){0,2}(?:send: b?')?([A-Za-z0-9+/]{4,200}={0,2})
  (?=\s|\\|$)
`;

/** `334 UGFzc3dvcmQ6`, with which a server asks for a password in base64: the answer is the next line. */
export function readSaslLogin(scan: Scan, _start: number, end: number): void {
  const answer = ANSWER.exec(scan.text.slice(end, end + 240));
  if (answer === null || !/^[\x20-\x7e]{3,}$/.test(Buffer.from(answer[1] as string, "base64").toString("latin1")))
    return;
  const close = end + answer[0].length;
  note(scan, "password", close - (answer[1] as string).length, close, "high", "sasl-login");
}
