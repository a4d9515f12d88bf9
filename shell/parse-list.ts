import { lineEnd } from "../kit/text.ts";
import { expandBraces, withShortRanges } from "./expand-braces.ts";
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

/**
 * The words that one word stands for: the items of a list, and the alternatives of braces outside quotes: `a{b,c}`. A
 * word with a substitution is not taken apart, since its script would run once for each alternative.
 * @param written the word as the script has it
 * @param parse gives the value of a written word
 * @param isItem the word stands in the list of a loop
 */
export function wordsOf(word: string, written: string, parse: (written: string) => string, isItem: boolean): string[] {
  if (!written.includes("{") || /`|\$\(/.test(written)) return wordsIn(word);
  const quoted: string[] = [];
  const unquoted = written.replace(QUOTED, (part) => `${MASK}${String.fromCharCode(MASKED + quoted.push(part) - 1)}`);
  const masked = isItem ? withShortRanges(unquoted) : unquoted;
  if (quoted.length > MOST_QUOTED) return wordsIn(word);
  const alternatives = expandBraces(masked);
  if (alternatives[0] === masked) return wordsIn(word);
  const unmasked = (text: string) => text.replace(MASKS, (_, letter: string) => quoted[letter.charCodeAt(0) - MASKED]!);
  return alternatives.flatMap((one) => wordsIn(parse(unmasked(one))));
}

/** A quoted part of a word, or a variable, whose braces are none for the shell. */
const QUOTED = /\$\{[^{}]*\}|\$?'[^']*'|\$?"(?:[^"\\]|\\[^])*"|\\[^]/g;

/** Stand for a quoted part: a mark, and a letter that counts the parts. */
const [MASK, MASKED, MOST_QUOTED] = ["\u001e", 0xe000, 1000] as const;
const MASKS = /\u001e([^])/g;
