import { hunkHead } from "../../kit/hunk-head.ts";
import { maskLines, type MaskedLines, type SecretFinder } from "./mask-text.ts";

/**
 * The most bytes of one side of a file that is searched as a whole. Of a larger one only the shown lines are searched.
 */
export const MOST_SEARCHED = 8 * 1024 * 1024;

export type Side = "before" | "after";

/**
 * The text of one side of a patched file that is searched. It should be the whole file, since the lines around a value
 * show what kind of value it is.
 */
export interface SideText {
  readonly text: string;
  /** A key of the text, under which its secrets are remembered; absent: they are not remembered. */
  readonly key?: string | undefined;
  /** The number in the file of each line of the text; absent if the text is the whole file. */
  readonly numbers?: readonly number[];
}

/** The lines of one side that a patch shows. */
export function shownSide(patch: string, side: Side, key: string): SideText {
  const shown = linesOf(patch).flatMap((line) => {
    const number = line[side];
    return number === undefined ? [] : [{ text: line.text, number }];
  });
  return {
    text: shown.map(({ text }) => text).join("\n"),
    key: `${key} ${shown.length}`,
    numbers: shown.map(({ number }) => number),
  };
}

/** One side of a file, redacted. */
export interface MaskedSide extends MaskedLines {
  /** The redacted lines that held a secret, by their number in the file. */
  readonly byNumber: ReadonlyMap<number, string>;
  readonly isWhole: boolean;
  /** The length of the text before it was redacted. */
  readonly length: number;
}

/** Redacts one side of a file. The places of its secrets have line numbers of the file. */
export async function maskSide(finder: SecretFinder, side: SideText | undefined): Promise<MaskedSide | undefined> {
  if (!side) return undefined;
  const { text, key, numbers } = side;
  const { lines, places } = maskLines(text, await finder.secretsIn(text, key));
  const numberOf = (line: number) => numbers?.[line] ?? line + 1;
  return {
    lines,
    byNumber: new Map(places.map(({ line }) => [numberOf(line), lines[line]!])),
    places: places.map((place) => ({ ...place, line: numberOf(place.line) })),
    isWhole: numbers === undefined,
    length: text.length,
  };
}

/**
 * Redacts a patch of one file: only lines with a secret change. The text behind `@@` is removed if it may hold a
 * secret.
 */
export function maskPatch(whole: string, before: MaskedSide | undefined, after: MaskedSide | undefined): string {
  const isClean = [before, after].every((side) => !side || (side.isWhole && side.byNumber.size === 0));
  if (isClean) return whole;
  const patch = withoutHeadings(whole);
  const lines = patch.split("\n");
  for (const { at, before: old, after: now } of linesOf(patch)) {
    const clean =
      (now === undefined ? undefined : after?.byNumber.get(now)) ??
      (old === undefined ? undefined : before?.byNumber.get(old));
    if (clean !== undefined) lines[at] = lines[at]![0] + clean;
  }
  return lines.join("\n");
}

/**
 * A patch without the text behind `@@`: git copies an earlier line of the file there, which may hold a secret. No line
 * of a file can begin with `@@` in a patch.
 */
export function withoutHeadings(patch: string): string {
  return patch.replace(/^(@@ -\S+ \+\S+ @@).*/gm, "$1");
}

interface PatchLine {
  /** The index of the line in the patch, from 0. */
  readonly at: number;
  readonly text: string;
  /** The number of the line, from 1, in the old and in the new file; absent if that file does not have the line. */
  readonly before?: number;
  readonly after?: number;
}

/**
 * The lines of a patch's hunks. The head of a hunk says how many lines follow, so a line of a hunk that looks like a
 * head is no head.
 */
export function linesOf(patch: string): PatchLine[] {
  const found: PatchLine[] = [];
  let [before, after, oldLeft, newLeft] = [0, 0, 0, 0];
  for (const [at, line] of patch.split("\n").entries()) {
    if (oldLeft <= 0 && newLeft <= 0) {
      const head = hunkHead(line);
      if (head) {
        [before, after] = [head.before.start, head.after.start];
        [oldLeft, newLeft] = [head.before.count, head.after.count];
      }
      continue;
    }
    const sign = line[0];
    if (sign === "\\") continue;
    const [isOld, isNew] = [sign !== "+", sign !== "-"];
    found.push({
      at,
      text: line.slice(1),
      ...(isOld && { before: before++ }),
      ...(isNew && { after: after++ }),
    });
    oldLeft -= Number(isOld);
    newLeft -= Number(isNew);
  }
  return found;
}
