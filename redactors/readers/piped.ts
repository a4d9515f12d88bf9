import { pattern } from "../../kit/word-pattern.ts";
import { isPlaceholder, isManualWord } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_LINE = 300;
/** What is printed into a command: `echo x |`, `printf '%s' x | sudo`, `echo "bob:x" |`. */
const PRINTED = pattern()`
    (?:^|[\s;&|(\x60"'])(?:echo|printf)(?:\s+-\w+)*(?:\s+(?:["']%s(?:\\{1,2}n)?["']|%s))?\s+(?:\\?(["'])
    ((?:(?!\1)[^\\\n]){4,128})\\?\1|([^\s"'|&;<>\x60]{3,128}[^\s"'|;<>\x60]?))\s*\|[^|\n]{0,160}$
  `;

/** What git reads of its input is objects, commits and refs, but for its helpers of logins. */
const TO_GIT = /\|\s*git\s(?!.*\bcredential)/;

/** `--password-stdin`, `sudo -S`, `chpasswd`: the password stands before the bar. */
export function readPiped(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - MAX_LINE), end);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  if (TO_GIT.test(line)) return;
  const match = PRINTED.exec(line);
  const printed = match?.[2] ?? match?.[3];
  if (match === null || printed === undefined) return;
  const value = /chpasswd$/i.test(line) ? printed.slice(printed.indexOf(":") + 1) : printed;
  if (value.length < 4 || isPlaceholder(value) || isManualWord(value) || /^[-$`]|^\$\(|\s/.test(value)) return;
  const from = end - line.length + match.index + match[0].indexOf(printed) + printed.length - value.length;
  note(scan, "password", from, from + value.length, "medium", "piped-password");
}
