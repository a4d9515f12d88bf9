import { findMarkers } from "../../redactors/marker.ts";

/** One marker of a file as the model saw it, and what stands there. */
export interface Slot {
  /** The line up to the marker and behind it, as the model saw it. */
  readonly before: string;
  readonly after: string;
  readonly value: string;
}

/** Markers of one text; of more it would take long to tell which is which. */
const MOST = 1000;

/**
 * The text with every marker replaced by what stands in its place in the file, told by what is on the line before it
 * and, where that is not enough, behind it. `undefined` where one cannot be told: a value under the wrong name would be
 * worse than none.
 * @param cut whether the text may begin in the middle of a line
 */
export function fillMarkers(text: string, slots: readonly Slot[], cut: boolean): string | undefined {
  const spans = findMarkers(text);
  if (spans.length > 2 * MOST) return undefined;
  const taken = new Map<string, number>();
  let filled = "";
  let from = 0;
  for (let at = 0; at < spans.length; at += 2) {
    const [start, end] = [spans[at]!, spans[at + 1]!];
    const value = valueOf(text, start, end, slots, cut, taken, spans);
    if (value === undefined) return undefined;
    filled += text.slice(from, start) + value;
    from = end;
  }
  return filled + text.slice(from);
}

function valueOf(
  text: string,
  start: number,
  end: number,
  slots: readonly Slot[],
  cut: boolean,
  taken: Map<string, number>,
  spans: readonly number[],
): string | undefined {
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const lineEnd = text.indexOf("\n", end);
  const before = text.slice(lineStart, start).trimStart();
  const after = text.slice(end, lineEnd === -1 ? text.length : lineEnd).trimEnd();
  const partial = cut && lineStart === 0;
  const named = slots.filter((slot) => (partial ? slot.before.endsWith(before) : slot.before.trimStart() === before));
  const one = only(named) ?? only(named.filter((slot) => slot.after.trimEnd() === after));
  if (one !== undefined) return one;
  // Lines that look the same are told by their order, where there are as many of them as in the file.
  const same = named.filter((slot) => slot.after.trimEnd() === after);
  const line = `${before}\0${after}`;
  if (partial || same.length === 0 || same.length !== countOf(text, spans, before, after)) return undefined;
  const place = taken.get(line) ?? 0;
  taken.set(line, place + 1);
  return same[place]?.value;
}

function only(slots: readonly Slot[]): string | undefined {
  const values = new Set(slots.map(({ value }) => value));
  return values.size === 1 ? slots[0]!.value : undefined;
}

function countOf(text: string, spans: readonly number[], before: string, after: string): number {
  let count = 0;
  for (let at = 0; at < spans.length; at += 2) {
    const lineStart = text.lastIndexOf("\n", spans[at]! - 1) + 1;
    const lineEnd = text.indexOf("\n", spans[at + 1]!);
    if (
      text.slice(lineStart, spans[at]).trimStart() === before &&
      text.slice(spans[at + 1], lineEnd === -1 ? text.length : lineEnd).trimEnd() === after
    )
      count += 1;
  }
  return count;
}
