/**
 * Index of the quote that closes the JSON string which begins at `start`, or the text's length where there is none.
 * Linear: strings can have megabytes.
 */
export function closingQuote(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let before = quote;
    while (text[before - 1] === "\\") before -= 1;
    if ((quote - before) % 2 === 0) return quote;
  }
  return text.length;
}
