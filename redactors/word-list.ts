export interface WordList {
  /** Whether a word is in the list. It holds no blank. */
  has(word: string): boolean;
}

/** How often the text is asked. A set takes as long to make as a hundred such searches. */
const MOST_SEARCHED = 128;

/**
 * Words, given as one text with blanks between them. Of most lists a hook asks nothing or little, so the text itself is
 * searched at first, and a set made where more is asked.
 */
export function wordList(words: string): WordList {
  let padded: string | undefined;
  let all: ReadonlySet<string> | undefined;
  let asked = 0;
  return {
    has(word) {
      if (all === undefined && ++asked > MOST_SEARCHED) all = new Set(words.split(" "));
      if (all !== undefined) return all.has(word);
      // Put together once: each time anew it would be copied for the search.
      padded ??= ` ${words} `;
      return word !== "" && padded.includes(` ${word} `);
    },
  };
}
