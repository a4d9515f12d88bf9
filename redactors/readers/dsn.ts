import { pattern } from "../../kit/word-pattern.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

/**
 * `@tcp(` of Go's MySQL driver, `@//` and `@` of Oracle's thin one: `user:password@tcp(host)`,
 * `thin:user/password@host`.
 */
export function readDsn(scan: Scan, start: number): void {
  const { text } = scan;
  const match = /(?:^|["'`\s=(])[\w.-]{1,64}[:/]((?:[^\s"'`@]|@(?!.*@)){2,128})$/.exec(
    text.slice(Math.max(0, start - 200), start),
  );
  const password = match?.[1];
  if (password === undefined || isPlaceholder(password) || /^(?:pass(?:word)?|pwd)$|^\//.test(password)) return;
  note(scan, "connection-password", start - password.length, start, "high");
}

/** `jdbc:oracle:thin:user/password@host`. */
export function readOracle(scan: Scan, _start: number, end: number): void {
  const match = /^[\w$#]{1,64}\/([^\s"'`@/]{2,128})@/.exec(scan.text.slice(end, end + 200));
  const password = match?.[1];
  if (match === null || password === undefined || isPlaceholder(password)) return;
  const close = end + match[0].length - 1;
  note(scan, "connection-password", close - password.length, close, "high");
}

const IDENTIFIED = pattern("i")`
  ^\s+(?:BY|WITH\s+["'\x60]?\w+["'\x60]?\s+(?:BY|AS|USING))\s+(?:PASSWORD\s+)?(?:VALUES\s+)?\\?(["'])
  ((?:(?!\1)[^\\\s]){1,256})
`;

/** SQL's `IDENTIFIED BY '…'`, also `IDENTIFIED WITH plugin BY '…'`. */
export function readIdentified(scan: Scan, _start: number, end: number): void {
  const match = IDENTIFIED.exec(scan.text.slice(end, end + 360));
  const password = match?.[2];
  if (
    match === null ||
    password === undefined ||
    password.length < 4 ||
    isPlaceholder(password) ||
    /^(?:password|secret|pass)$|^[a-z]{4,5}$/i.test(password)
  )
    return;
  const close = end + match[0].length;
  note(scan, "password", close - password.length, close, "medium", "sql-password");
}
