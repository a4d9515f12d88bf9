import { isPlaceholder } from "../placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/** `stats auth bob:…` of HAProxy, `login=bob:…` of Squid, `user bob on >…` and `6379> AUTH …` of Redis, `sqlplus bob/…@`. */
export function readPair(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const word = text.slice(start, end).toLowerCase();
  const pattern = PAIRS.find(([one]) => word === one)?.[1];
  if (LINES.get(word)?.test(text.slice(Math.max(0, start - 80), start)) === false) return;
  const match = pattern?.exec(text.slice(end, end + 160));
  const value = match?.[1];
  if (match === null || match === undefined || value === undefined || isPlaceholder(value) || /^(?:pass(?:word)?|pw|PASS)$/.test(value)) return;
  const from = end + match[0].lastIndexOf(value);
  note(scan, "password", from, from + value.length, "medium", "paired-password");
}

/** What these words must stand behind: they are common ones. */
const LINES: ReadonlyMap<string, RegExp> = new Map([
  [" on >", /\b(?:user|setuser) \S{1,64}$/i],
  ["> auth ", /(?:^|\n)[\w.-]{1,60}:\d{2,5}(?:\[\d+\])?$/],
  [" login=", /\bcache_peer [^\n]{1,70}$/],
]);

const PAIRS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ["stats auth ", /^[\w.-]{1,64}:(\S{4,128})(?=\s|$)/],
  [" login=", /^[\w.@-]{1,64}:(\S{4,128})(?=\s|$)/],
  [" on >", /^(\S{4,128})(?=\s|$)/],
  ["> auth ", /^(?:\w{1,64} )?(\S{4,128})(?=\s|$)/],
  ["sqlplus ", /^(?:-\w+ ){0,3}[\w$#]{1,64}\/([^\s@"'/]{3,64})@/],
];
