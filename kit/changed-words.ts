import { diffWordsWithSpace } from "diff";

/** A stretch of a line; `changed` ones differ from the line on the other side. */
export interface Part {
  readonly text: string;
  readonly changed: boolean;
}

/** Characters of a line: a longer one is not compared within. */
const LONGEST = 1000;
/** The share of common text: lines with less of it are two lines, not one that was changed. */
const ALIKE = 0.35;

/**
 * The words that differ between a removed line and its replacement; `undefined` if the lines have too little in common.
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
