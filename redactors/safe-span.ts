/**
 * The span, moved so that cutting it out leaves JSON text JSON: it takes no half of an escape with it,
 * and ends where the string ends that it starts in.
 */
export function safeSpan(text: string, start: number, end: number): readonly [number, number] {
  let from = start;
  let to = end;
  if (isEscaped(text, from) && "nrtbfu\"\\/".includes(text[from] as string)) from += text[from] === "u" && /^[0-9a-f]{4}/i.test(text.slice(from + 1, from + 5)) ? 5 : 1;
  const quote = text.slice(from, to).search(/(?<!\\)(?:\\\\)*"/);
  if (quote !== -1 && isInString(text, from)) to = text.indexOf('"', from + quote);
  if (to < text.length && isEscaped(text, to)) to -= 1;
  return [from, to];
}

/** An odd number of backslashes stands before `at`. */
function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (slashes < 64 && text[at - 1 - slashes] === "\\") slashes += 1;
  return slashes % 2 === 1;
}

const MAX_LINE = 1024;

/** An odd number of double quotes stands before `at` on its line: an unescaped one behind it closes the string. */
export function isInString(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - MAX_LINE), at);
  const line = before.slice(before.lastIndexOf("\n") + 1).replace(/\\./g, "");
  return (line.split('"').length - 1) % 2 === 1;
}
