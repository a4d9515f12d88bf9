import { TooMuchScript } from "./budget.ts";

/** Words that one word may become, and characters of all these words. */
const [MOST, LONGEST] = [4096, 1_000_000] as const;
const BRACES = /\{([^{},]*,[^{}]*)\}/;
/** JSON and code, which stood in quotes and are no pattern for names: a few of their words tell as much as all. */
const DATA = /["'\s:;()]/;
const FEW = 64;

/**
 * The words of a pattern in braces: `/{etc,usr}/x` → `/etc/x`, `/usr/x`, as a shell does it.
 * @throws TooMuchScript if the pattern names more words than can be looked at
 */
export function expandBraces(word: string): string[] {
  if (!word.includes("{")) return [word];
  const isData = DATA.test(word);
  const done: string[] = [];
  const open = [word];
  for (let left = LONGEST; open.length > 0; ) {
    const isMuch = left < 0 || done.length > (isData ? FEW : MOST);
    if (isMuch && isData) return [...done, ...open];
    if (isMuch) throw new TooMuchScript();
    const next = open.pop()!;
    const found = BRACES.exec(next);
    left -= next.length;
    if (!found) done.push(next);
    else {
      const [before, behind] = [next.slice(0, found.index), next.slice(found.index + found[0].length)];
      for (const part of found[1]!.split(",").toReversed()) open.push(before + part + behind);
    }
  }
  return done;
}
