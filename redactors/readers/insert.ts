import { judgeKey } from "../judge-key.ts";
import { judgeValue } from "../judge-value.ts";
import { note } from "../scan.ts";
import type { Scan } from "../scan.ts";

const MAX_HEAD = 1024;
const MAX_ROWS = 64;
const MAX_ROW = 2048;

/**
 * `INSERT INTO users (id, login, password) VALUES (1, 'bob', '…'), …`: the values of telling columns. Without a list of
 * columns, as mysqldump writes it, what looks like a digest goes where the table is one of users.
 */
export function readInsert(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const head = HEAD.exec(text.slice(end, end + MAX_HEAD));
  if (head === null || end + head[0].length <= scan.tableEnd) return;
  const names = head[2]?.split(",").map((name) => name.replace(/[\s`"'[\]]/g, ""));
  const keys = names?.map((name) => judgeKey(name));
  if (keys === undefined ? !USERS.test(head[1] as string) : keys.every((key) => key === undefined || key.strength === "hint")) return;
  const bundled = (): boolean => true;
  let at = end + head[0].length;
  for (let row = 0; row < MAX_ROWS; row++) {
    const open = /^\s{0,8},?\s{0,8}\(/.exec(text.slice(at, at + 20));
    if (open === null) break;
    at += open[0].length;
    let column = 0;
    for (const limit = Math.min(text.length, at + MAX_ROW); at < limit; column++) {
      const cell = CELL.exec(text.slice(at, limit));
      if (cell === null) return;
      const [whole, blank = "", value] = cell;
      if (value !== undefined) {
        const from = at + blank.length + 1;
        const key = keys?.[column];
        const confidence = keys === undefined ? (DIGEST.test(value) ? "low" : undefined) : key && key.strength !== "hint" ? judgeValue(key, value, { quoted: true, data: true, constant: false, bundled }) : undefined;
        if (confidence !== undefined) note(scan, key?.kind ?? "password-hash", from, from + value.length, confidence, "sql-insert");
      }
      at += whole.length;
      if (whole.endsWith(")")) break;
    }
    scan.tableEnd = at;
  }
}

/** The table and its columns. */
const HEAD = /^\s{0,4}([`"'[\]\w.-]{1,120})\s{0,8}(?:\(([\w\s`"'[\],]{1,800})\)\s{0,8})?VALUES\s{0,8}(?=\()/i;
/** One value of a row and what ends it. */
const CELL = /^(\s{0,8})(?:'((?:[^'\\]|\\.|'')*)'|[^,()']{0,400}(?:\([^()']{0,100}\))?)\s{0,8}[,)]/;
const USERS = /user|member|account|admin|auth|login|customer|staff/i;
const DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;
