/**
 * Moves the ends of a span so that JSON text stays JSON when the span is replaced: the span contains no half of an
 * escape, and does not extend beyond the string in which it starts.
 */
export function safeSpan(text: string, start: number, end: number): readonly [number, number] {
  let from = start;
  let to = end;
  if (isEscaped(text, from) && 'nrtbfu"\\/'.includes(text[from] as string))
    from += text[from] === "u" && /^[0-9a-f]{4}/i.test(text.slice(from + 1, from + 5)) ? 5 : 1;
  const inside = text.slice(from, to);
  if (inside.includes('"'))
    for (const quote of inside.matchAll(/\\*"/g)) {
      if (!isInString(text, from, quote[0].length % 2 === 0)) continue;
      to = from + quote.index;
      break;
    }
  if (to < text.length && isEscaped(text, to)) to -= 1;
  return [from, to];
}

/** Whether the character at `at` is escaped: an odd number of backslashes stands before it. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (slashes < 64 && text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

const MAX_LINE = 4096;

/**
 * Whether `at` lies in a string, that is, an odd number of double quotes stands before it on its line. If `escaped` is
 * true, only escaped quotes are counted, otherwise only quotes that are not escaped.
 */
export function isInString(text: string, at: number, escaped = false): boolean {
  const before = text.slice(Math.max(0, at - MAX_LINE), at);
  const start = before.lastIndexOf("\n") + 1;
  // The line is too long to count its quotes. Assume that `at` lies in a string, as in data on one line, since then
  // less is cut.
  if (start === 0 && before.length === MAX_LINE) return true;
  let quotes = 0;
  for (const quote of before.slice(start).matchAll(/\\*"/g)) if ((quote[0].length % 2 === 0) === escaped) quotes += 1;
  return quotes % 2 === 1;
}
