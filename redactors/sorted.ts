/** The index of the first of the ascending numbers that is at least `least`; the length of the list if no number is. */
export function firstAtLeast(sorted: readonly number[], least: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] as number) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The index of the last of the ascending numbers that is at most `most`; -1 if no number is. */
export function lastAtMost(sorted: readonly number[], most: number): number {
  const at = firstAtLeast(sorted, most);
  return sorted[at] === most ? at : at - 1;
}
