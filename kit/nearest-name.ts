/** The known name from which a typing error or two made this one, as a part of a sentence; empty if none is near. */
export function hintAt(name: string, known: readonly string[]): string {
  const meant = nearestName(name, known);
  return meant === undefined ? "" : ` (did you mean "${meant}"?)`;
}

/** The known name from which a typing error or two made this name. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const far = Math.ceil(name.length / 3);
  const [best] = known
    .map((one) => ({ one, errors: distance(name.toLowerCase(), one.toLowerCase()) }))
    .filter(({ errors }) => errors <= far)
    .toSorted((first, second) => first.errors - second.errors);
  return best?.one;
}

/** The distance of Levenshtein: how many letters are to be put in, taken out or changed. */
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
