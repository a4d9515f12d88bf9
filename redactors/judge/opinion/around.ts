/** What stands around a value in its text, as numbers: what a value of that kind of text mostly is. */
export interface Around {
  /** How often the value stands elsewhere in the text, and how often as code uses a name there. */
  readonly repeats: number;
  readonly uses: number;
  /** How many other words nearby begin as the value does: constants of one set. */
  readonly alike: number;
  /** How many other long runs of hex digits and the like stand nearby, as in a list of ids. */
  readonly runs: number;
  /** The share of the lines nearby that are sentences, and of those that end as code does. */
  readonly prose: number;
  readonly code: number;
  /** The share of letters beyond ASCII nearby, as in a translation. */
  readonly foreign: number;
}

/** The surroundings of a value that stands alone. */
export const ALONE: Around = { repeats: 0, uses: 0, alike: 0, runs: 0, prose: 0, code: 0, foreign: 0 };

/** The most characters on each side that are looked at: for repeats, and for all else. */
const [FAR, NEAR] = [8000, 500] as const;
/** The most of anything that is counted, and the letters that words of one set have in common. */
const [MOST, PREFIX] = [4, 4] as const;

/** The surroundings of `[start, end)`. */
export function aroundOf(text: string, start: number, end: number): Around {
  const value = text.slice(start, Math.min(end, start + 80));
  const far = [text.slice(Math.max(0, start - FAR), start), text.slice(end, end + FAR)] as const;
  const [before, behind] = [text.slice(Math.max(0, start - NEAR), start), text.slice(end, end + NEAR)];
  const lines = [...before.split("\n").slice(0, -1), ...behind.split("\n").slice(1)].filter(
    (line) => line.trim() !== "",
  );
  const near = `${before}\n${behind}`;
  return {
    ...repeatsOf(value, far),
    alike: alikeIn(value, near),
    runs: Math.min(2 * MOST, near.match(/(?<![\w-])(?=[\w-]{0,15}\d)[\w-]{16,}/g)?.length ?? 0),
    prose: shareOf(lines, /[A-Za-z\x80-\uffff]{2,} [A-Za-z\x80-\uffff]{2,} [A-Za-z\x80-\uffff]{2,}/),
    code: shareOf(lines, /[;{}(),[\]]\s*$/),
    foreign: near === "\n" ? 0 : (near.match(/[^\0-\x7f]/g)?.length ?? 0) / near.length,
  };
}

/** How often a value stands in some texts, and how often as a name does: `f(value, …)`, `value.length`. */
function repeatsOf(value: string, texts: readonly string[]): Pick<Around, "repeats" | "uses"> {
  let [repeats, uses] = [0, 0];
  for (const text of texts)
    for (let at = text.indexOf(value); at !== -1 && repeats < MOST; at = text.indexOf(value, at + value.length)) {
      const [left, right] = [text[at - 1] ?? " ", text[at + value.length] ?? " "];
      if (/\w/.test(left) || /\w/.test(right)) continue;
      repeats += 1;
      if (/[\s(,![.&*]/.test(left) && /[.(),[\];\s]/.test(right)) uses += 1;
    }
  return { repeats, uses };
}

function alikeIn(value: string, near: string): number {
  const prefix = value.slice(0, PREFIX);
  let count = 0;
  for (let at = near.indexOf(prefix); at !== -1 && count < MOST; at = near.indexOf(prefix, at + PREFIX))
    if (!/\w/.test(near[at - 1] ?? " ") && !near.startsWith(value, at)) count += 1;
  return count;
}

function shareOf(lines: readonly string[], like: RegExp): number {
  return lines.length === 0 ? 0 : lines.filter((line) => like.test(line)).length / lines.length;
}
