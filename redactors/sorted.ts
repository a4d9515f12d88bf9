/** The index of the first of some ascending numbers that is not below `least`; their count if all are. */
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

/** The index of the last of some ascending numbers that is not above `most`; -1 if all are. */
export function lastAtMost(sorted: readonly number[], most: number): number {
  const at = firstAtLeast(sorted, most);
  return sorted[at] === most ? at : at - 1;
}
