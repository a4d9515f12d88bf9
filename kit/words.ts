export interface WordList {
  has(word: string): boolean;
}

/** A set of words from one text with blanks between them. The set is built at the first look-up. */
export function wordList(words: string): WordList {
  let all: ReadonlySet<string> | undefined;
  return { has: (word) => (all ??= new Set(words.split(" "))).has(word) };
}

/**
 * A word from a table of words, with blanks in the place of `␣`. Blanks separate the words of such a table, so a blank
 * within a word is written as `␣`.
 */
export function unblank(word: string): string {
  return word.replaceAll("␣", " ");
}

/** Matches one word of a name; in `HTTPServer` the capital before a small letter begins a new word. */
const WORD = /[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+/g;

/** The words of a name or a phrase, in lower case. The phrase is split at signs and between the words in camelCase. */
export function toWords(phrase: string): string[] {
  return (phrase.match(WORD) ?? []).map((word) => word.toLowerCase());
}
