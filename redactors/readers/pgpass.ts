import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** `:5432:` in a line of .pgpass: `host:port:database:user:password`. */
export function readPgpass(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  if (!/^:(?:543\d|6432|15432|\*):$/.test(text.slice(start, end))) return;
  const before = /(?:^|\n|["'`])[\w.*-]+$/.test(text.slice(Math.max(0, start - 128), start));
  const rest = /^([^:\s"'`]{1,64}:[^:\s"'`]{1,64}:)((?:\\.|[^\s"'`\\:]){4,128})(?=\s|["'`]|$)/.exec(
    text.slice(end, end + 300),
  );
  if (!before || rest === null || isPlaceholder(rest[2] as string)) return;
  // A line of macOS' accounts, with the numbers of user and group: `_uucp:*:4:4:Unix to Unix Copy:…`.
  if (/^-?\d+:-?\d+:$/.test(rest[1] as string)) return;
  const from = end + (rest[1] as string).length;
  note(scan, "password", from, from + (rest[2] as string).length, "medium", "pgpass");
}
