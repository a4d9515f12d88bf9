/** A stretch of one kind of characters, as a match of a pattern is. */
export interface LongRun {
  readonly 0: string;
  readonly index: number;
}

/**
 * Every stretch that a pattern of a fixed length begins and any number of its characters goes on. A pattern that may
 * repeat for ever is thrown out by V8 (RangeError) where a stretch is longer than some sixteen million characters, so
 * the end is looked for as the first other character.
 * @param beginning global; a fixed number of the characters
 * @param other global; one character of another kind
 */
export function* longRuns(text: string, beginning: RegExp, other: RegExp): Generator<LongRun> {
  for (beginning.lastIndex = 0; ; ) {
    const begun = beginning.exec(text);
    if (begun === null) return;
    other.lastIndex = beginning.lastIndex;
    const end = other.exec(text)?.index ?? text.length;
    yield { 0: text.slice(begun.index, end), index: begun.index };
    beginning.lastIndex = end;
  }
}
