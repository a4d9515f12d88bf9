/** @file The place of a name in its text, as more than one table asks about it. */

/**
 * Whether a name stands first on its line, except for indent, quotes, signs of comments and lists, `export`, `set`,
 * `-e`, `ENV`, `ARG`.
 */
export function isLineStart(text: string, at: number): boolean {
  let i = at;
  const floor = Math.max(0, at - 40);
  while (i > floor) {
    const c = text[i - 1] as string;
    if (c === "\n" || c === "\0") return true;
    if (c === "n" && text[i - 2] === "\\") return true;
    if (" \t\"'-+#$/*:".includes(c)) i -= 1;
    else break;
  }
  if (i === 0) return true;
  return i < at && DECLARING.test(text.slice(Math.max(0, i - 16), at));
}

const DECLARING = /(?:^|[\s"'+])(?:export|set|setx|-e|--env|ENV|ARG|declare -x)\s+["']?$/;

/**
 * Whether a name is a flag, or stands behind a word that gives it a value: `ENV`, `ARG`, `setx`, `setenv`, `#define`.
 */
export function isDeclared(text: string, nameStart: number): boolean {
  return text[nameStart] === "-" || VALUED.test(text.slice(Math.max(0, nameStart - 24), nameStart));
}

const VALUED = /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|setx|setenv|#define|\/set|set -[gUx]{1,3})[ \t]{1,4}$/;

/** Whether the name at `at` is in a query string: `?token=` or `&token=`. */
export function isQuery(text: string, at: number): boolean {
  const before = text[at - 1];
  return (
    before === "?" ||
    before === "&" ||
    (before === ";" && text.startsWith("&amp;", at - 5)) ||
    (before === "6" && text.startsWith("\\u0026", at - 6))
  );
}

/** Names of secrets in the settings of servers that need no operator. */
export const BARE_SETTING = /^(?:requirepass|masterauth|rootpw|bindpw)$/i;

/** Whether `before` ends, before a name, as an entry of `.netrc` does: behind a machine or a login and its value. */
export function isInNetrc(before: string): boolean {
  return /\b(?:login|machine|account)\s+(?!without\s)\S+\s+$/.test(before);
}
