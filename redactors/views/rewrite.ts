import { lastAtMost } from "../sorted.ts";

/** Another reading of the same text: without invisible signs, decoded, or put together. */
export interface TextView {
  readonly text: string;
  /** `[start, end)` of the view as parts of the original, in its order. */
  readonly toOriginal: (span: Span) => readonly Span[];
}

type Span = readonly [start: number, end: number];

/** A view of the text that begins `by` further on. */
export function moved({ text, toOriginal }: TextView, by: number): TextView {
  return { text, toOriginal: (span) => toOriginal(span).map(([start, end]) => [start + by, end + by]) };
}

/** A view of a view. */
export function through(inner: TextView, outer: TextView): TextView {
  return { text: inner.text, toOriginal: (span) => inner.toOriginal(span).flatMap(outer.toOriginal) };
}

/**
 * The text with every match replaced by at most one character, and the way back.
 * @param apart a span goes back as the parts between the matches, which stay
 */
export function rewrite(
  text: string,
  pattern: RegExp,
  replacement: (match: string) => string,
  apart = false,
): TextView {
  const pieces: string[] = [];
  // The view from `at[i]` on is the text from `origin[i]` on; a replaced character is a piece of its own.
  const at: number[] = [];
  const origin: number[] = [];
  let from = 0;
  let length = 0;
  const push = (piece: string, start: number): void => {
    if (piece === "") return;
    at.push(length);
    origin.push(start);
    pieces.push(piece);
    length += piece.length;
  };
  // The length of a match that is longer than its replacement.
  const wide = new Map<number, number>();
  for (const match of text.matchAll(pattern)) {
    push(text.slice(from, match.index), from);
    const put = replacement(match[0]);
    if (put !== "") wide.set(length, match[0].length);
    push(put, match.index);
    from = match.index + match[0].length;
  }
  push(text.slice(from), from);
  const place = (position: number): number => {
    const piece = lastAtMost(at, position);
    return (origin[piece] as number) + position - (at[piece] as number);
  };
  return {
    text: pieces.join(""),
    toOriginal: ([start, end]) => {
      const cuts = apart ? at.slice(lastAtMost(at, start) + 1, lastAtMost(at, end - 1) + 1) : [];
      return [start, ...cuts].map((from, index) => [
        place(from),
        place((cuts[index] ?? end) - 1) + (wide.get((cuts[index] ?? end) - 1) ?? 1),
      ]);
    },
  };
}
