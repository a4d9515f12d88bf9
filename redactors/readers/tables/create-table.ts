import { perScan, type Scan } from "../../scan.ts";

const HEAD = /\bCREATE\s{1,4}TABLE\s{1,4}(?:IF\s{1,4}NOT\s{1,4}EXISTS\s{1,4})?([`"'[\]\w.-]{1,120})\s{0,8}\(/gi;
/** The most tables of a text, and the most characters of a table's declaration, that are read. */
const [MOST_TABLES, MOST] = [64, 4096] as const;
/** The first words of a declaration's entry that is no column. */
const NO_COLUMN = /^(?:primary|key|unique|constraint|index|foreign|check|fulltext|spatial|exclude|like|period)$/i;

/** The columns of each table that a text declares. They are read once a scan, since a dump has many rows. */
const tables = perScan(({ text }: Scan) => {
  const columns = new Map<string, readonly string[]>();
  for (const { 0: head, 1: table = "", index } of text.matchAll(HEAD)) {
    if (columns.size >= MOST_TABLES) break;
    columns.set(nameOf(table), columnsIn(text.slice(index + head.length, index + head.length + MOST)));
  }
  return columns;
});

/**
 * The names of a table's columns, in their order, if `CREATE TABLE` stands anywhere in the text; else `undefined`. A
 * dump of SQLite or MySQL lists no columns in its rows.
 */
export function columnsOfTable(scan: Scan, table: string): readonly string[] | undefined {
  return tables(scan).get(nameOf(table));
}

/** A table's name without quotes, and without its schema. */
function nameOf(table: string): string {
  return table
    .replace(/[`"'[\]]/g, "")
    .replace(/^.*\./, "")
    .toLowerCase();
}

/** The names of the columns in a declaration, which begins behind its bracket. */
function columnsIn(declaration: string): string[] {
  const columns: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < declaration.length && depth >= 0; at++) {
    const sign = declaration[at];
    if (sign === "(") depth += 1;
    else if (sign === ")") depth -= 1;
    if (depth < 0 || (depth === 0 && sign === ",")) {
      const name = /^\s*[`"'[]?([A-Za-z_]\w*)/.exec(declaration.slice(start, start + 200))?.[1];
      if (name !== undefined && !NO_COLUMN.test(name)) columns.push(name);
      start = at + 1;
    }
  }
  return columns;
}
