import { lineEnd } from "../kit/text.ts";
import { expandBraces } from "./expand-braces.ts";
import { LIST, type Meanings } from "./expansion.ts";
import { parseShellWord } from "./parse-shell-word.ts";

/** The words of `(a b "c d")` after an assignment, and the offset after the list. */
export function parseList(text: string, from: number, meanings: Meanings): [string[], number] {
  const items: string[] = [];
  let at = from;
  while (at < text.length && text[at] !== ")") {
    if (/\s/.test(text[at]!)) at += 1;
    else if (text[at] === "#") at = lineEnd(text, at);
    else {
      const [word, next] = parseShellWord(text, at, meanings, false, true);
      if (next > at) items.push(...wordsIn(word));
      at = Math.max(next, at + 1);
    }
  }
  return [items, Math.min(at + 1, text.length)];
}

/** Splits a word at `LIST`. Blanks at the ends of a value make no empty words. */
function wordsIn(word: string): string[] {
  return word.includes(LIST) ? word.split(LIST).filter((one) => one !== "") : [word];
}

/** The words that one word stands for: the items of a list, or the alternatives of an unquoted `{a,b}`. */
export function wordsOf(word: string, written: string): string[] {
  const words = wordsIn(word);
  const isPattern = written.startsWith("{") && !/["'\\]/.test(written) && /^\{[^{},]*,[^{}]*\}$/.test(written);
  return isPattern ? words.flatMap(expandBraces) : words;
}
