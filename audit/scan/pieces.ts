/**
 * A stretch of a text, small enough to be searched at once. Neighbours overlap, so that a secret on a border is seen
 * whole by one of them: each takes only findings that start between its `lead` and its `trail`.
 */
export interface Piece extends Position {
  readonly text: string;
  /** UTF-16 units at the start and the end that are there for their context only. */
  readonly lead: number;
  readonly trail: number;
}

/** A place in a source: from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

export const START: Position = { line: 1, column: 1 };

/** The end of a stretch of text that begins at a position. */
export function endOf({ line, column }: Position, text: string): Position {
  let last = -1;
  let newlines = 0;
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
    last = at;
    newlines += 1;
  }
  return { line: line + newlines, column: newlines === 0 ? column + text.length : text.length - last };
}

/** UTF-16 units that are searched at once, and so the memory that a source of any size takes. */
export const WINDOW = 1 << 20;
/**
 * The overlap of neighbours, before and behind the border: names and quotes before a secret, a long key behind its
 * start. In UTF-16 units.
 */
const LEAD = 8 << 10;
const TRAIL = 24 << 10;

/** Cuts a text into overlapping windows; a text that is no longer than a window stays whole. */
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

/** A place that does not part the two halves of a character. */
function characterStart(text: string, at: number): number {
  return (text.charCodeAt(at) & 0xfc00) === 0xdc00 ? at - 1 : at;
}
