const MAX_TABLES = 256;
const MAX_COLUMNS = 8192;
const HEAD = /\bcreate\s{1,4}table\s{1,4}(?:if\s{1,4}not\s{1,4}exists\s{1,4})?([`"'[\]\w.-]{1,120})\s{0,4}\(/gi;
/** What is no column in the list of them. */
const CLAUSE = /^(?:primary|key|unique|constraint|index|foreign|check|fulltext|spatial|like|exclude)\b/i;

/**
 * The columns of every `CREATE TABLE` of a dump, in lower case by the table's bare name: an `INSERT` behind it need not
 * name them.
 */
export function createdTables(text: string): ReadonlyMap<string, readonly string[]> {
  const tables = new Map<string, readonly string[]>();
  for (const match of text.matchAll(HEAD)) {
    if (tables.size >= MAX_TABLES) break;
    const start = match.index + match[0].length;
    tables.set(bareName(match[1] as string), readColumns(text.slice(start, start + MAX_COLUMNS)));
  }
  return tables;
}

/** Without quotes, brackets and the name of a schema. */
export function bareName(name: string): string {
  return name
    .replace(/[`"'[\]]/g, "")
    .replace(/^.*\./, "")
    .toLowerCase();
}

function readColumns(list: string): string[] {
  const columns: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < list.length && depth >= 0; at++) {
    const character = list[at];
    if (character === "(") depth += 1;
    if (character === ")") depth -= 1;
    if (depth === -1 || (depth === 0 && character === ",")) {
      const column = list.slice(from, at).trim();
      if (!CLAUSE.test(column)) columns.push((/^[`"'[]?([\w$-]{1,64})/.exec(column)?.[1] ?? "").toLowerCase());
      from = at + 1;
    }
  }
  return columns;
}
