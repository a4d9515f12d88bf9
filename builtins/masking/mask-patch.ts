import { hunkHead } from "../../kit/hunk-head.ts";
import { maskLines, type MaskedLines, type SecretFinder } from "./mask-text.ts";

/** Bytes of one side of a file that is searched whole; of a longer one only the patch's lines are. */
export const MOST_SEARCHED = 8 * 1024 * 1024;

export type Side = "before" | "after";

/** A side of a file in the form for a search: whole, since the lines around a value tell its kind. */
export interface SideText {
  readonly text: string;
  /** A name of the text, if the same text may be asked about again. */
  readonly key?: string | undefined;
  /** The numbers of the side's lines if they are not all lines of the file. */
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

/** One side of a difference without its secrets. */
export interface MaskedSide extends MaskedLines {
  /** The lines that hold a secret, masked, by their number in the file. */
  readonly byNumber: ReadonlyMap<number, string>;
  readonly isWhole: boolean;
  /** The length of the text before it was masked. */
  readonly length: number;
}

/** A side without its secrets; their places have the numbers of the file's lines. */
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
 * A patch of one file in which only lines that hold a secret are another text, and the text behind `@@` goes if it may
 * be such a line.
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
 * A patch without the text behind `@@`: git writes a line from further above there, which may be one of a secret. No
 * line of a file begins so in a patch.
 */
export function withoutHeadings(patch: string): string {
  return patch.replace(/^(@@ -\S+ \+\S+ @@).*/gm, "$1");
}

interface PatchLine {
  /** The line's place in the patch, from 0. */
  readonly at: number;
  readonly text: string;
  /** The line's numbers on the sides that have it, from 1. */
  readonly before?: number;
  readonly after?: number;
}

/** The lines of the hunks: as many as their heads announce, whatever the lines look like. */
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
