/** A word of a table as it is written: in the table blanks part words, so that a blank in one stands as `␣`. */
export function unblank(word: string): string {
  return word.replaceAll("␣", " ");
}
