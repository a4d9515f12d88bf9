import { CRYPT_LINES } from "./crypt-lines.ts";

/** Files of that kind are short. */
const MOST = 16_384;

/** Whether a text can begin with such a line: a look that costs nothing. */
export function mayHoldCrypt(text: string): boolean {
  // Few texts have a colon so early, or begin with a comment; a pattern is run for those alone.
  if (text.length > MOST || (text[0] !== "#" && text.lastIndexOf(":", 64) <= 0)) return false;
  const first = /^(?:#.*\r?\n){0,8}(.*)/.exec(text.slice(0, 600))?.[1] ?? "";
  return first.includes(":") && Object.values(CRYPT_LINES).some((line) => line.test(first));
}
