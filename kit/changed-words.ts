import { diffWordsWithSpace } from "diff";

/** A part of a line. A `changed` part is not in the line with which it is compared. */
export interface Part {
  readonly text: string;
  readonly changed: boolean;
}

/** The most characters of a line that is compared word by word. */
const LONGEST = 1000;
/**
 * The least share of characters that two lines must have in common. With a smaller share they are shown as a removed
 * and an added line.
 */
const ALIKE = 0.35;

/**
 * Splits a removed line and its replacement into equal and changed parts; `undefined` if a line is too long or the
 * lines have too little in common.
 */
export function changedWords(before: string, after: string): { removed: Part[]; added: Part[] } | undefined {
  if (before.length > LONGEST || after.length > LONGEST) return undefined;
  const changes = diffWordsWithSpace(before, after);
  const shared = changes.reduce(
    (total, { added, removed, value }) => (added || removed ? total : total + value.trim().length),
    0,
  );
  if (shared < ALIKE * Math.max(before.trim().length, after.trim().length)) return undefined;
  const side = (other: "added" | "removed") =>
    changes
      .filter((change) => !change[other])
      .map(({ added, removed, value }) => ({ text: value, changed: added || removed }));
  return { removed: side("added"), added: side("removed") };
}
