import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/**
 * `stats auth bob:…` of HAProxy, `login=bob:…` of Squid, `user bob on >…` and `6379> AUTH …` of Redis, `sqlplus
 * bob/…@`.
 */
export function readPair(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const word = text.slice(start, end).toLowerCase();
  const pattern = PAIRS.find(([one]) => word === one)?.[1];
  if (LINES.get(word)?.test(text.slice(Math.max(0, start - 80), start)) === false) return;
  const match = pattern?.exec(text.slice(end, end + 160));
  const value = match?.[1];
  if (
    match === null ||
    match === undefined ||
    value === undefined ||
    isPlaceholder(value) ||
    /^(?:pass(?:word)?|pw|PASS)$/.test(value)
  )
    return;
  const from = end + match[0].lastIndexOf(value);
  note(scan, "password", from, from + value.length, "medium", "paired-password");
}

/** What these words must stand behind: they are common ones. */
const LINES: ReadonlyMap<string, RegExp> = new Map([
  [" on >", /\b(?:user|setuser) \S{1,64}$/i],
  ["> auth ", /(?:^|\n)[\w.-]{1,60}:\d{2,5}(?:\[\d+\])?$/],
  ...[`send "`, `send -- "`, `send \\"`].map(
    (word) => [word, /(?:assword|assphrase|passcode)[^\n]{0,40}\s{0,8}[^\n]{0,16}$/] as const,
  ),
  [" login ", /(?:^|\n|["'> ]|[CS]: )[A-Za-z]{0,4}\d{1,6}$/],
  [" login=", /\bcache_peer [^\n]{1,70}$/],
]);

/** A target of Impacket's programs. */
const TARGET = /^[\w.-]{0,24}[^\n|;]{0,60}?[\s"'](?:[\w.-]{1,64}\/)?[\w.$-]{1,64}:([^\s"'|;:/]{4,80})["']?@[\w.-]/;
const TARGETED = (
  "impacket- secretsdump psexec.py wmiexec smbexec atexec dcomexec getuserspns getnpusers mssqlclient " +
  "smbclient.py lookupsid rdp_check"
).split(" ");

const PAIRS: readonly (readonly [word: string, pattern: RegExp])[] = [
  ...TARGETED.map((word) => [word, TARGET] as const),
  // An answer to a program that asks for a password, in expect's language.
  ...[`send "`, `send -- "`, `send \\"`].map(
    (word) => [word, /^((?:(?!\\[rn])[^\s"$]){4,80})(?:\\{1,2}[rn])?\\?"/] as const,
  ),
  ["nickserv", /^ :?(?:IDENTIFY|REGISTER|GHOST|REGAIN)(?: [\w[\]`^{}|-]{1,32})? ([^\s<>{}[\]]{5,80})(?:\s|$)/i],
  // IMAP's command has a user and a password, and nothing behind them.
  [
    " login ",
    /^(?:"[^"\n]{1,64}"|[^\s"{]{1,64}) "?((?=[^\s"]{0,64}[\d!@#$%^&*])[^\s"{}]{4,80})"?[ \t]*(?:\r?\n|\\|"|$)/,
  ],
  ["wifi:", /^(?:[THRES]:[^;\n]{0,80};){1,6}P:((?:\\.|[^;\\\n]){8,63});/],
  ["stats auth ", /^[\w.-]{1,64}:(\S{4,128})(?=\s|$)/],
  [" login=", /^[\w.@-]{1,64}:(\S{4,128})(?=\s|$)/],
  [" on >", /^(\S{4,128})(?=\s|$)/],
  ["> auth ", /^(?:\w{1,64} )?(\S{4,128})(?=\s|$)/],
  ...["sqlplus ", "impdp ", "expdp ", "sqlldr ", "rman target "].map(
    (word) => [word, /^(?:-\w+ ){0,3}["']?[\w$#]{1,64}\/["']?([^\s@"'/]{3,64})["']?@/] as const,
  ),
];
