import type { ChangeObject } from "diff";

/**
 * The pairs of equal lines that a comparison of two lists left in their places.
 * @param left the numbers of the lines that were compared; `right` those of the other list
 */
export function pairedLines(
  changes: readonly Pick<ChangeObject<unknown>, "added" | "removed" | "count">[],
  left: readonly number[],
  right: readonly number[],
): [number, number][] {
  const pairs: [number, number][] = [];
  let [from, to] = [0, 0];
  for (const { added, removed, count } of changes) {
    if (!added && !removed) for (let n = 0; n < count; n += 1) pairs.push([left[from + n]!, right[to + n]!]);
    if (!added) from += count;
    if (!removed) to += count;
  }
  return pairs;
}
