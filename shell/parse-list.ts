import { expandBraces } from "./expand-braces.ts";
import { LIST, type Meanings } from "./expansion.ts";
import { parseShellWord } from "./parse-shell-word.ts";

/** The words of `(a b "c d")` behind an assignment, and the place behind it. */
export function parseList(text: string, from: number, meanings: Meanings): [string[], number] {
  const items: string[] = [];
  let at = from;
  while (at < text.length && text[at] !== ")") {
    if (/\s/.test(text[at]!)) at += 1;
    else if (text[at] === "#") at = endOfLine(text, at);
    else {
      const [word, next] = parseShellWord(text, at, meanings, false, true);
      if (next > at) items.push(...wordsIn(word));
      at = Math.max(next, at + 1);
    }
  }
  return [items, Math.min(at + 1, text.length)];
}

/** The words of a list. Blanks at the ends of a value make no words. */
function wordsIn(word: string): string[] {
  return word.includes(LIST) ? word.split(LIST).filter((one) => one !== "") : [word];
}

/** The words of a word: a list has several, and so has `{a,b}` without quotes. */
export function wordsOf(word: string, written: string): string[] {
  const words = wordsIn(word);
  const isPattern = written.startsWith("{") && !/["'\\]/.test(written) && /^\{[^{},]*,[^{}]*\}$/.test(written);
  return isPattern ? words.flatMap(expandBraces) : words;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
}
