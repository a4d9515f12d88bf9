import { ALNUM, DIGIT, flagsAt, LOWER, UPPER } from "../charset.ts";

/** The words of a phrase, in lower case, split also where camelCase turns. */
export function toWords(phrase: string): string[] {
  const words: string[] = [];
  let from = -1;
  for (let at = 0; at <= phrase.length; at++) {
    const flags = flagsAt(phrase, at);
    const turns = (flags & UPPER) !== 0 && (flagsAt(phrase, at - 1) & (LOWER | DIGIT)) !== 0;
    if (from !== -1 && ((flags & ALNUM) === 0 || turns)) {
      words.push(phrase.slice(from, at).toLowerCase());
      from = -1;
    }
    if (from === -1 && (flags & ALNUM) !== 0) from = at;
  }
  return words;
}
