import { decide } from "./judge-rule.ts";
import { KEY_WORD_RULES } from "./key-word-rules.ts";
import { PASSWORD_WORD_RULES } from "./password-word-rules.ts";
import type { Judgement, Word, WordRule } from "./word-rule.ts";

/**
 * The secret that one word of a name promises; `none` if the word shows that the name promises none, whatever the words
 * before it are; `undefined` if the word says nothing.
 */
export function judgeWord(word: Word): Judgement | "none" | undefined {
  return decide(WORD_RULES, word);
}

/**
 * The rules for a word of a name; the first rule that holds decides. An exception comes before the rule that it limits.
 * Words for a password come first, since a word like `passwordkey` ends as words of a later rule do. Weak words come
 * last, since they may be in a name of any other kind.
 */
export const WORD_RULES: readonly WordRule[] = [...PASSWORD_WORD_RULES, ...KEY_WORD_RULES];
