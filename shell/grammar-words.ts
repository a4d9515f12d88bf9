/** Words of the grammar after which a bracket opens a group of commands. */
export const BEFORE_GROUP = /^(?:[!({})]|if|elif|while|until|then|do|else|time|coproc)$/;
/** The most words of the grammar that are looked for in front of a program. */
const MOST_BEFORE = 8;

/** Whether a bracket after some words opens a group of commands. */
export function isGroup(all: readonly string[]): boolean {
  return all.length <= MOST_BEFORE && all.every((word) => BEFORE_GROUP.test(word));
}

/** Whether the next word stands in the list of a `for` loop. */
export function isItem(all: readonly string[]): boolean {
  const loop = all.slice(0, MOST_BEFORE).indexOf("for");
  return loop >= 0 && isGroup(all.slice(0, loop));
}

/** Whether a program is among the words read so far, or only words of the grammar. */
export function isProgramKnown(all: readonly string[]): boolean {
  return all.length > MOST_BEFORE || all.some((word) => !/^(?:[!({]|if|elif|while|until|then|do|else)$/.test(word));
}
