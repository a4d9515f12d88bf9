/** The repetition of an atom: `{3}`, `{3,}`, `{3,9}`. */
const REPEAT = /\{(\d{1,9})(?:,(\d{0,9}))?\}/y;
/** An escape, a class, or any other single character. A `]` at the beginning of a class belongs to the class. */
const ATOM = /\\(?:[xpP]\{[^}]*\}|[\s\S])|\[\^?\]?(?:\\[\s\S]|\[:\^?\w+:\]|[^\]\\])*\]|[\s\S]/y;

/**
 * The number of instructions, roughly, to which a pattern in RE2's syntax is compiled. Repetitions are written out, so
 * a few characters can become a million instructions. To compile these takes seconds, and to search each text as long
 * again.
 */
export function patternCost(pattern: string): number {
  const open = [{ sum: 0, last: 0 }];
  for (let at = 0; at < pattern.length; ) {
    const group = open[open.length - 1]!;
    REPEAT.lastIndex = at;
    const repeat = REPEAT.exec(pattern);
    if (repeat) {
      const [all, least, most] = repeat;
      group.last *= Math.max(1, Number(least), Number(most || 0)) + (most === "" ? 1 : 0);
      at += all.length;
      continue;
    }
    ATOM.lastIndex = at;
    const atom = ATOM.exec(pattern)![0];
    at += atom.length;
    if (atom === "*" || atom === "+" || atom === "?") group.last += 1;
    else if (atom === ")" && open.length > 1) {
      open.pop();
      add(open[open.length - 1]!, group.sum + group.last + 2);
    } else if (atom === "(") open.push({ sum: 0, last: 0 });
    else add(group, 1);
  }
  return open.reduce((sum, group) => sum + group.sum + group.last, 0);
}

function add(group: { sum: number; last: number }, cost: number): void {
  group.sum += group.last;
  group.last = cost;
}
