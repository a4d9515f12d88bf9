/**
 * A part of a text that is small enough to be searched at once. Neighbouring pieces overlap, so that one of the two
 * contains a secret at their border as a whole. Only findings that start between `lead` and `trail` are used.
 */
export interface Piece extends Position {
  readonly text: string;
  /** How many UTF-16 units at the start and end of the piece are only context. */
  readonly lead: number;
  readonly trail: number;
}

/** A position in a source. Line and column begin at 1; columns count UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const START: Position = { line: 1, column: 1 };

/** The position at the end of a text that begins at the given position. */
export function endOf({ line, column }: Position, text: string): Position {
  let last = -1;
  let newlines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    last = at;
    newlines += 1;
  }
  return { line: line + newlines, column: newlines === 0 ? column + text.length : text.length - last };
}

/** How many UTF-16 units are searched at once, which bounds the memory for a source of any size. */
export const WINDOW = 1 << 18;
/**
 * How far neighbouring pieces overlap before and after their border, in UTF-16 units. Before the border stand names and
 * quotes of a secret, after it the rest of a long key.
 */
const LEAD = 8 << 10;
const TRAIL = 24 << 10;

/** Splits a text into overlapping pieces; a text of at most `WINDOW` stays whole. */
export async function* cutWindows(
  chunks: Iterable<Buffer> | AsyncIterable<Buffer>,
  encoding = "utf-8",
): AsyncGenerator<Piece> {
  const decoder = new TextDecoder(encoding);
  let text = "";
  let lead = 0;
  let position = START;
  for await (const chunk of chunks) {
    text += decoder.decode(chunk, { stream: true });
    while (text.length > WINDOW) {
      const end = characterStart(text, WINDOW);
      const border = characterStart(text, end - TRAIL);
      const next = characterStart(text, border - LEAD);
      yield { ...position, text: text.slice(0, end), lead, trail: end - border };
      position = endOf(position, text.slice(0, next));
      lead = border - next;
      text = text.slice(next);
    }
  }
  yield { ...position, text: text + decoder.decode(), lead, trail: 0 };
}

/** The nearest position at or before `at` that does not split a surrogate pair. */
function characterStart(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}
