import { TooMuchScript } from "./budget.ts";

/** The most words that one word may expand to, and the most characters that the expansion may handle. */
const [MOST, LONGEST] = [4096, 1_000_000] as const;
const BRACES = /\{([^{},]*,[^{}]*|(-?\d{1,9}|[A-Za-z])\.\.(-?\d{1,9}|[A-Za-z])(?:\.\.-?\d{1,9})?)\}/;
/**
 * Matches characters that occur in quoted JSON or code but not in patterns of file names. For a word with one of these
 * characters the expansion stops after `FEW` words and throws no error.
 */
const DATA = /["'\s:;()]/;
const FEW = 64;

/**
 * The words that a pattern in braces stands for: `/{etc,usr}/x` → `/etc/x`, `/usr/x`; `f{1..3}` → `f1`, `f2`, `f3`. None comes twice.
 * @throws TooMuchScript if the pattern stands for too many words
 */
export function expandBraces(word: string): string[] {
  if (!word.includes("{")) return [word];
  const isData = DATA.test(word);
  const done: string[] = [];
  const open = [word];
  for (let left = LONGEST; open.length > 0; ) {
    const isMuch = left < 0 || done.length > (isData ? FEW : MOST);
    if (isMuch && isData) return [...new Set([...done, ...open])];
    if (isMuch) throw new TooMuchScript();
    const next = open.pop()!;
    const found = BRACES.exec(next);
    left -= next.length;
    if (!found) done.push(next);
    else {
      const [before, behind] = [next.slice(0, found.index), next.slice(found.index + found[0].length)];
      const [, list = "", first, last] = found;
      const parts = first === undefined ? list.split(",") : rangeOf(first, last!);
      for (const part of parts.toReversed()) open.push(before + part + behind);
    }
  }
  return [...new Set(done)];
}

/**
 * The items from one to another, numbers or letters; all, whatever the step. Numbers that begin with a zero are as long
 * as the longer of both.
 * @throws TooMuchScript if the items are too many
 */
function rangeOf(first: string, last: string): string[] {
  const isNumber = /\d/.test(first) && /\d/.test(last);
  const [from, to] = isNumber ? [Number(first), Number(last)] : [first.charCodeAt(0), last.charCodeAt(0)];
  const count = Math.abs(to - from) + 1;
  if (count > MOST) throw new TooMuchScript();
  const width = isNumber && /^-?0\d/.test(`${first}`) ? Math.max(first.length, last.length) : 0;
  return Array.from({ length: count }, (_, n) => {
    const item = from + Math.sign(to - from) * n;
    return isNumber ? String(item).padStart(width, "0") : String.fromCharCode(item);
  });
}

/** Matches a range of numbers, and the most items of one that a loop is read for, at each end. */
const [NUMBERS, MOST_AT_END] = [/\{(\d{1,9})\.\.(\d{1,9})\}/g, 32] as const;

/**
 * A word of a loop's list, whose long ranges of numbers are replaced by their first and last numbers: a loop does the
 * same with each number between them.
 */
export function withShortRanges(word: string): string {
  return word.replace(NUMBERS, (range, first: string, last: string) => {
    const [from, count] = [Number(first), Number(last) - Number(first) + 1];
    if (count <= 2 * MOST_AT_END) return range;
    const ends = Array.from({ length: MOST_AT_END }, (_, n) => [from + n, from + count - MOST_AT_END + n]);
    return `{${[...ends.map(([low]) => low), ...ends.map(([, high]) => high)].join(",")}}`;
  });
}
