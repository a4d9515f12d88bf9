/** First on its line, but for indent, quotes, comment and list signs, `export`, `set`, `-e`, `ENV`, `ARG`. */
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
  // Compiling the pattern takes a hook longer than to see that no such word ends here.
  const before = text.slice(Math.max(0, i - 16), i).trimEnd();
  return (
    i < at &&
    DECLARING.some((word) => before.endsWith(word)) &&
    /(?:^|[\s"'])(?:export|set|setx|-e|--env|ENV|ARG|declare -x)\s+["']?$/.test(text.slice(Math.max(0, i - 16), at))
  );
}

const DECLARING = ["export", "set", "setx", "-e", "--env", "ENV", "ARG", "-x"];

const VALUED = ["ENV", "ARG", "setx", "setenv", "#define", "/set", "set -"];

/** A flag, or a name behind a word that gives it a value: `ENV`, `ARG`, `setx`, `setenv`, `#define`. */
export function isDeclared(text: string, nameStart: number): boolean {
  if (text[nameStart] === "-") return true;
  if (!"VGUxgvet".includes(text[nameStart - 2] ?? "-")) return false;
  const before = text.slice(Math.max(0, nameStart - 24), nameStart);
  return (
    VALUED.some((word) => before.includes(word)) &&
    /(?:^|\n)[ \t]{0,8}(?:ENV|ARG|setx|setenv|#define|\/set|set -[gUx]{1,3})[ \t]{1,4}$/.test(before)
  );
}

/** Inside a query string: `?token=` or `&token=`. */
export function isQuery(text: string, at: number): boolean {
  const before = text[at - 1];
  return before === "?" || before === "&" || (before === ";" && text.startsWith("&amp;", at - 5));
}
