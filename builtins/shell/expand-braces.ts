/** Words that one may come to; more name nothing that a person wrote. */
const MOST = 64;
const BRACES = /\{([^{}]*,[^{}]*)\}/;

/** `/{etc,usr}/x` → `/etc/x`, `/usr/x`, as a shell does it. */
export function expandBraces(word: string): string[] {
  if (word.length > 4096 || !word.includes("{")) return [word];
  const done: string[] = [];
  const open = [word];
  while (open.length > 0 && done.length + open.length < MOST) {
    const next = open.shift()!;
    const found = BRACES.exec(next);
    if (!found) done.push(next);
    else
      open.push(
        ...found[1]!
          .split(",")
          .map((part) => next.slice(0, found.index) + part + next.slice(found.index + found[0].length)),
      );
  }
  return [...done, ...open];
}
