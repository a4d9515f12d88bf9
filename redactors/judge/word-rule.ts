import type { JudgeRule } from "./judge-rule.ts";
import type { Promised } from "./promised.ts";

export type Judgement = Omit<Promised, "exact" | "typed">;

/** A word of a name, with the words around it. */
export interface Word {
  readonly word: string;
  /** The word before `word`; empty if `word` is the first one. */
  readonly before: string;
  /** All words of the name. */
  readonly words: readonly string[];
}

/** A rule for a word; its samples are names whose last word it judges. The verdict `none` means that the word promises no secret, and that later rules are not tried. */
export type WordRule = JudgeRule<Word, Judgement | "none", string>;
