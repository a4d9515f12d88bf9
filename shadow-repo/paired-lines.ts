import type { ChangeObject } from "diff";

/**
 * The pairs of line numbers whose lines a comparison of two lists found equal.
 * @param left the line numbers of the first list, in the order of the comparison; `right` those of the second list
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
