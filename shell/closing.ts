/**
 * The offset of the quote that ends a quotation; the text's length if there is none. Inside double quotes a `$(…)` or
 * `${…}` may hold quotes of its own.
 */
export function closingQuote(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at;
    else if (quote === '"' && text[at] === "$" && text[at + 1] === "(") at = closingBracket(text, at + 2);
    else if (quote === '"' && NESTED.test(text.slice(at, at + LONGEST_NAME))) {
      const end = closingBracket(text, at + 2, "{");
      if (end < text.length) at = end;
    }
  }
  // In `"C:\"` the backslash belongs to a Windows path, so the last quote ends the quotation.
  return /\\"\s*$/.test(text.slice(-8)) && text.lastIndexOf(quote) >= from ? text.lastIndexOf(quote) : text.length;
}

/** Matches a variable with an operator that begins with a quotation: `${NAME:-"`. */
const NESTED = /^\$\{\w{1,60}:?[-+=]"/;
const LONGEST_NAME = 66;

/**
 * The offset of the bracket that closes the bracket in front of `from`; the text's length if there is none. `opens` is
 * `(` or `{`.
 */
export function closingBracket(text: string, from: number, opens = "("): number {
  const closes = opens === "{" ? "}" : ")";
  let depth = 1;
  for (let at = from; at < text.length; at += 1) {
    const char = text[at];
    if (char === "\\") at += 1;
    else if (char === "'") at = Math.max(text.indexOf("'", at + 1), at);
    else if (char === '"') at = plainQuote(text, at + 1);
    else if (char === opens) depth += 1;
    else if (char === closes) {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return text.length;
}

/**
 * The offset of the double quote that ends a quotation, found without regard to `$(…)` in the quotation, so that nested
 * brackets are not read several times.
 */
function plainQuote(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === '"') return at;
  }
  return text.length;
}
