import { pattern } from "../../kit/word-pattern.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** Characters behind the name in which the codes are looked for. */
const MOST = 480;

/** A code with what stands before it: groups of letters and digits, or digits alone. */
const CODE = pattern("iy")`
    (?:\\{1,4}[nrt]|[\s,;:|"'\x60()[\]{}*•#.-]){1,12}(?:\d{1,2}[.):]\s{1,4})?((?:[a-z0-9]{4,8}-){1,
    4}[a-z0-9]{4,8}|\d{6,12}|[a-f0-9]{8,16})(?![\w-])
  `;

/** `recovery codes:`, `backup codes:`: each of them stands for a second factor. */
export function readRecoveryCodes(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (start < scan.codesEnd) return;
  const head = /^s?(?: are| is)?["'`*]{0,3}(?=[ \t]{0,3}[:=\r\n\\])/i.exec(text.slice(end, end + 16));
  if (head === null) return;
  const limit = end + MOST;
  CODE.lastIndex = end + head[0].length;
  scan.codesEnd = CODE.lastIndex;
  for (let match = CODE.exec(text); match !== null && CODE.lastIndex <= limit; match = CODE.exec(text)) {
    const code = match[1] as string;
    scan.codesEnd = CODE.lastIndex;
    if (!/[0-9]/.test(code)) break;
    note(scan, "recovery-code", CODE.lastIndex - code.length, CODE.lastIndex, "medium");
  }
}
