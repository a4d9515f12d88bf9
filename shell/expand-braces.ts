import { TooMuchScript } from "./budget.ts";

/** The most words that one word may expand to, and the most characters that the expansion may handle. */
const [MOST, LONGEST] = [4096, 1_000_000] as const;
const BRACES = /\{([^{},]*,[^{}]*)\}/;
/**
 * Matches characters that occur in quoted JSON or code but not in patterns of file names. For a word with one of these
 * characters the expansion stops after `FEW` words and throws no error.
 */
const DATA = /["'\s:;()]/;
const FEW = 64;

/**
 * The words that a pattern in braces stands for: `/{etc,usr}/x` → `/etc/x`, `/usr/x`.
 * @throws TooMuchScript if the pattern stands for too many words
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
