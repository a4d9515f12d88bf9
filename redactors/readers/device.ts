import { pattern } from "../../kit/word-pattern.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_LEAD = 160;

/** How the settings of routers, servers of mail, of time and of names begin before a secret; and a login of Oracle. */
const LEADS: readonly RegExp[] = [
  pattern()`
    ^[ \t]*(?:snmp-server community|r[ow]community6?|enable password|(?:tacacs|radius)-server key|
    crypto isakmp key|ppp chap password|wpa-psk ascii|\S{1,40}(?: \S{1,40}){0,3} insecure-password) $
  `,
  /^[^\n#]{0,120}(?<!uthenticate): (?:PSK|EAP|XAUTH|NTLM) $/,
];
/** A kind of encryption, where one is named, and the word or the text behind it. */
const VALUE = /^(?:\d (?=\S))?(?:"([^"\\\n]{4,128})"|([^\s"'`<>(){}]{4,128}))(?=\s|$)/;
/** What communities are called by default opens nothing that is not open. */
const DEFAULT = /^(?:public|private|\d+)$/i;

/**
 * Settings that name a secret by a word of their own and put nothing but a blank before it: `snmp-server community …`,
 * `: PSK "…"`.
 */
export function readDevice(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const before = text.slice(Math.max(0, end - MAX_LEAD), end);
  const newline = before.lastIndexOf("\n");
  if (newline === -1 && end > MAX_LEAD) return;
  const lead = before.slice(newline + 1);
  if (!LEADS.some((one) => one.test(lead))) return;
  const match = VALUE.exec(text.slice(end, end + 140));
  const value = match?.[1] ?? match?.[2];
  if (match === null || value === undefined || isPlaceholder(value) || DEFAULT.test(value)) return;
  // A comment may explain what a name means: `PSK: PSK key exchange`.
  if (match[1] === undefined && lead.includes(": ") && !/[0-9]/.test(value)) return;
  const from = end + match[0].indexOf(value);
  note(scan, "password", from, from + value.length, "medium", "device-password");
}
