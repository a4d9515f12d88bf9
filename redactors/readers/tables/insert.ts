import { surePromiseOf } from "../../judge/promise-of.ts";
import { inCell, pairAt } from "../../judge/pair.ts";
import { addFinding, type Scan } from "../../scan.ts";
import { addSecrets } from "../pairs/add-secrets.ts";
import { lastTable } from "./columns.ts";
import { columnsOfTable } from "./create-table.ts";

const MAX_HEAD = 1024;
const MAX_ROWS = 64;
const MAX_ROW = 2048;
const ROW = inCell(true, () => true);

/**
 * Finds the secrets in `INSERT INTO users (id, login, password) VALUES (1, 'bob', '…'), …`: the values of columns whose
 * names promise a secret. If no columns are listed, as in a dump of MySQL, `CREATE TABLE` in the same text tells these;
 * without it, digests in a table of users are found.
 */
export function findInInsert(scan: Scan, _start: number, end: number): void {
  const { text } = scan;
  const head = HEAD.exec(text.slice(end, end + MAX_HEAD));
  const last = lastTable(scan);
  if (head === null || end + head[0].length <= last.end) return;
  const names =
    head[2]?.split(",").map((name) => name.replace(/[\s`"'[\]]/g, "")) ?? columnsOfTable(scan, head[1] as string);
  const promises = names?.map(surePromiseOf);
  const users = USERS.test(head[1] as string);
  if (!users && (promises ?? []).every((promised) => promised === undefined)) return;
  for (const { column, value, start } of cellsOf(text, end + head[0].length, last)) {
    const promised = promises?.[column];
    if (promised)
      addSecrets(scan, [pairAt(start, { name: names![column]!, value, promised, place: ROW, syntax: "sql-insert" })]);
    else if (promises === undefined && DIGEST.test(value))
      addFinding(scan, "password-hash", start, start + value.length, "low", "sql-insert");
  }
}

/** A text in a row of values. */
interface InsertCell {
  readonly column: number;
  readonly value: string;
  readonly start: number;
}

/** The texts in the rows of values that begin at `from`; other values are passed over. Notes the end of each row. */
function* cellsOf(text: string, from: number, last: { end: number }): Iterable<InsertCell> {
  let at = from;
  for (let row = 0; row < MAX_ROWS; row++) {
    const open = /^\s{0,8},?\s{0,8}\(/.exec(text.slice(at, at + 20));
    if (open === null) return;
    at += open[0].length;
    const limit = Math.min(text.length, at + MAX_ROW);
    for (let column = 0; at < limit; column++) {
      const cell = CELL.exec(text.slice(at, limit));
      if (cell === null) return;
      const [whole, blank = "", value] = cell;
      if (value !== undefined) yield { column, value, start: at + blank.length + 1 };
      at += whole.length;
      if (whole.endsWith(")")) break;
    }
    last.end = at;
  }
}

/**
 * Finds the secrets in PostgreSQL's `COPY users (id, email, password) FROM stdin;`. The rows follow, with tabs between
 * their cells; a line with `\\.` ends them.
 */
export function findInCopy(scan: Scan, start: number, end: number): void {
  const { text } = scan;
  const head = /\bcopy\s{1,4}[\w."]{1,120}\s{0,4}\(([\w\s",]{1,800})\)\s{1,4}$/i.exec(
    text.slice(Math.max(0, start - MAX_HEAD), start),
  );
  const first = /^[^\n]{0,80};\r?\n/.exec(text.slice(end, end + 100));
  const last = lastTable(scan);
  if (head === null || first === null || end < last.end) return;
  const names = (head[1] as string).split(",").map((name) => name.replace(/[\s"]/g, ""));
  const promises = names.map(surePromiseOf);
  if (promises.every((promised) => promised === undefined)) return;
  let at = end + first[0].length;
  for (let row = 0; row < MAX_ROWS; row++) {
    const line = text.slice(at, at + MAX_ROW).split("\n", 1)[0] as string;
    if (line.startsWith("\\.") || line === "") break;
    let from = at;
    for (const [column, cell] of line.replace(/\r$/, "").split("\t").entries()) {
      const promised = promises[column];
      if (promised && cell !== "\\N")
        addSecrets(scan, [
          pairAt(from, { name: names[column]!, value: cell, promised, place: ROW, syntax: "sql-copy" }),
        ]);
      from += cell.length + 1;
    }
    at += line.length + 1;
    last.end = at;
  }
}

const HEAD = /^\s{0,4}([`"'[\]\w.-]{1,120})\s{0,8}(?:\(([\w\s`"'[\],]{1,800})\)\s{0,8})?VALUES\s{0,8}(?=\()/i;
/** One value of a row, perhaps with the sign of its character set (`N'…'`), and the comma or bracket behind it. */
const CELL = /^(\s{0,8}(?:[NE](?='))?)(?:'((?:[^'\\]|\\.|'')*)'|[^,()']{0,400}(?:\([^()']{0,100}\))?)\s{0,8}[,)]/;
const USERS = /user|member|account|admin|auth|login|customer|staff/i;
const DIGEST = /^(?:[0-9a-f]{32}|[0-9a-f]{40}|[0-9a-f]{64}|[0-9a-f]{128})$/i;
