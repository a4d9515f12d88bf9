import { lastAtMost } from "../sorted.ts";

/** A view of a text: the text without invisible signs, decoded, or joined. */
export interface TextView {
  readonly text: string;
  /** Converts a span of the view to the parts of the original text that it comes from, in their order. */
  readonly toOriginal: (span: Span) => readonly Span[];
}

type Span = readonly [start: number, end: number];

/** Converts a view of a part of a text, which begins at `by`, to a view of the whole text. */
export function moved({ text, toOriginal }: TextView, by: number): TextView {
  return { text, toOriginal: (span) => toOriginal(span).map(([start, end]) => [start + by, end + by]) };
}

/** Converts a view of a view to a view of the original text. */
export function through(inner: TextView, outer: TextView): TextView {
  return { text: inner.text, toOriginal: (span) => inner.toOriginal(span).flatMap(outer.toOriginal) };
}

/**
 * A view of a text in which at most one character replaces every match of a pattern.
 * @param apart whether a span over several pieces is converted to one part for each piece, so that the matches stay
 */
export function rewrite(
  text: string,
  pattern: RegExp,
  replacement: (match: string) => string,
  apart = false,
): TextView {
  const pieces: string[] = [];
  // From `at[i]` on, the view has the text that begins at `origin[i]`. A replacement is a piece of its own.
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
  // The length of each replaced match, by the index of its replacement in the view.
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
