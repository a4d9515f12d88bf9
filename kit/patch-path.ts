/** The beginning of the line with which git starts each file of a patch. */
export const FILE_HEAD = "diff --git ";

/**
 * The path in a line that begins with `FILE_HEAD`. The line has the path twice, `a/PATH b/PATH`, in quotes if git
 * escapes a character.
 */
export function pathInHead(line: string): string {
  const names = line.slice(FILE_HEAD.length);
  if (names.startsWith('"')) return unquoted(/^"((?:[^"\\]|\\.)*)"/.exec(names)?.[1] ?? "").slice(2);
  return names.slice(2, Math.floor(names.length / 2));
}

const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, "\\": 92 };

/** The text of a path that git put in quotes, with bytes escaped as in C: `\303\251` is one é. */
function unquoted(text: string): string {
  const bytes = Buffer.from(text, "utf8")
    .toString("latin1")
    .replace(/\\([0-7]{3}|.)/g, (_, code: string) => String.fromCharCode(ESCAPES[code] ?? Number.parseInt(code, 8)));
  return Buffer.from(bytes, "latin1").toString("utf8");
}
