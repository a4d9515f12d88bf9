import { isMadeUpWord } from "../judge/made-up-word.ts";

/**
 * From an operator at its line's end to a value below: perhaps a bracket or a `\`, an empty line, a fence, the sign of
 * a list.
 */
const WAY =
  /^[(\\]?\r?\n(?:[ \t]{0,40}\r?\n)?(?:[ \t]{0,8}`{3}\w{0,12}[ \t]*\r?\n)?[ \t]{0,40}(?:[-*][ \t]{1,3})?(?=\S)/;
const QUOTED = /^(\\{0,3}["'`])(?:(?!\1)[^\n\\]){4,256}\1[ \t]*[;,)\]}]{0,3}[ \t]*(?:\r?\n|$)/;
const BARE = /^([^\s"'`<>(){}[\],;]{8,256})[ \t]*(?:\r?\n|$)/;
/** A name of its own, or the address of something. */
const OTHER = /^[\w.-]{1,80}[=:]|:\/\//;

/** The start of a value alone on the line below an operator, which ends its own line at `at`; -1 if there is none. */
export function valueBelow(text: string, at: number): number {
  const way = WAY.exec(text.slice(at, at + 140));
  if (way === null) return -1;
  const start = at + way[0].length;
  const rest = text.slice(start, start + 280);
  if (QUOTED.test(rest)) return start;
  const word = BARE.exec(rest)?.[1];
  return word !== undefined && isMadeUpWord(word) && !OTHER.test(word) ? start : -1;
}

const WORD = /^["'`*]{0,3}([^\s"'`<>(){}\\]{8,80})/;

/** The start of a value behind a sentence about it, unless it may be a word like any other. */
export function madeUpAt(text: string, at: number): number {
  const word = WORD.exec(text.slice(at, at + 84))?.[1]?.replace(/[*.,;]+$/, "") ?? "";
  return isMadeUpWord(word) ? at : -1;
}
