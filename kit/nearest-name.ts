/**
 * A hint at the known name that is nearest to a mistyped one: ` (did you mean "NAME"?)`; empty if no known name is
 * near.
 */
export function hintAt(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? "" : ` (did you mean "${meant}"?)`;
}

/**
 * The known name that differs from `name` in the fewest letters, at most a third of them; `undefined` if there is none.
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const far = Math.ceil(name.length / 3);
  const [best] = known
    .map((one) => ({ one, errors: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ errors }) => errors <= far)
    .toSorted((first, second) => first.errors - second.errors);
  return best?.one;
}

/** The Levenshtein distance: how many letters must be inserted, removed or changed. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let i = 1; i <= from.length && i <= 64; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1)
      next.push(Math.min(next[j - 1]! + 1, row[j]! + 1, row[j - 1]! + (from[i - 1] === to[j - 1] ? 0 : 1)));
    row = next;
  }
  return row[to.length]!;
}
