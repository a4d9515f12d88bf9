export interface WordList {
  has(word: string): boolean;
}

/** A set of words, given as one text with blanks between. It is built at the first look-up. */
export function wordList(words: string): WordList {
  let all: ReadonlySet<string> | undefined;
  return { has: (word) => (all ??= new Set(words.split(" "))).has(word) };
}

/** A word of a table with its blanks: blanks separate a table's words, so that a blank in a word is written as `␣`. */
export function unblank(word: string): string {
  return word.replaceAll("␣", " ");
}

/** Matches one word of a name; in `HTTPServer` the capital before a small letter begins a new word. */
const WORD = /[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+/g;

/** The words of a name or a phrase, in lower case: it is split at signs and between words in camelCase. */
export function toWords(phrase: string): string[] {
  return (phrase.match(WORD) ?? []).map((word) => word.toLowerCase());
}
