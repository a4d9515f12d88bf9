export interface WordList {
  has(word: string): boolean;
}

/** Words, given as one text with blanks between; the set is made when the first word is looked up. */
export function wordList(words: string): WordList {
  let all: ReadonlySet<string> | undefined;
  return { has: (word) => (all ??= new Set(words.split(" "))).has(word) };
}

/** A word of a table in its real spelling: blanks part the table's words, so that a blank in a word stands as `␣`. */
export function unblank(word: string): string {
  return word.replaceAll("␣", " ");
}

/** A word: from capitals on, of which the last begins the next word if a small letter follows (`HTTPServer`). */
const WORD = /[A-Z]{2,}(?=[A-Z][a-z])|[A-Z]*[a-z0-9]+|[A-Z]+/g;

/** The words of a name or a phrase, in lower case: split at signs and at the turns of camelCase. */
export function toWords(phrase: string): string[] {
  return (phrase.match(WORD) ?? []).map((word) => word.toLowerCase());
}
