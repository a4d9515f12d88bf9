/** Of longer prefixes only so much is in the automaton: the table stays small, and the rest is compared at the hit. */
const HEAD = 4;
const END = 5;

/**
 * Where the part of a prefix begins and ends that the automaton holds: its head, or its end where the head is a word as
 * prose has it.
 */
export function rarePart(prefix: string): readonly [start: number, end: number] {
  if (prefix.length <= HEAD) return [0, prefix.length];
  return /^[A-Za-z]+$/.test(prefix.slice(0, HEAD)) ? [Math.max(0, prefix.length - END), prefix.length] : [0, HEAD];
}
