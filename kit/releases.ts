/** Whether a release is older than another one: `1.9.3` is older than `1.10.0`. What follows the numbers is ignored. */
export function isOlder(release: string, other: string): boolean {
  const own = numbersOf(release);
  const wanted = numbersOf(other);
  const at = wanted.findIndex((number, index) => number !== (own[index] ?? 0));
  return at !== -1 && (own[at] ?? 0) < wanted[at]!;
}

function numbersOf(release: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(release)?.[0] ?? "0").split(".").map(Number);
}
