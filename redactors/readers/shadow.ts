import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** `:99999:` in a line of /etc/shadow: the hash is the field behind the name, of whatever kind. */
export function readShadow(scan: Scan, start: number): void {
  const { text } = scan;
  const before = text.slice(Math.max(0, start - 300), start);
  const line = before.slice(before.lastIndexOf("\n") + 1);
  const match = /(?:^|[\s"'])[a-z_][\w.-]{0,31}:!?([./0-9A-Za-z$=,]{13,256}):\d{4,6}:\d*$/.exec(line);
  const hash = match?.[1];
  if (match === null || hash === undefined) return;
  const from = start - match[0].length + match[0].indexOf(hash);
  note(scan, "password-hash", from, from + hash.length, "high");
}
