import { counted, printable } from "../../kit/text.ts";

/** The part of a step that an undo took back or a redo brought back: `count` of `of` calls, files or hunks. */
export interface Share {
  readonly count: number;
  readonly of: number;
  readonly unit: "call" | "file" | "hunk";
  /** The file of the hunks, if all are of one file. */
  readonly path?: string;
}

/** `1 of 3 files`, `1 of 4 hunks of a.txt`; several shares have an `and` between them. */
export function sharesInWords(shares: readonly Share[]): string {
  return shares
    .map(({ count, of, unit, path }) => {
      const file = path === undefined ? "" : ` of ${printable(path)}`;
      return `${count} of ${counted(of, unit)}${file}`;
    })
    .join(" and ");
}

/** `undone in part`, or `undone` if the shares are all of a step, such as all hunks of a call. */
export function undoneInWords(shares: readonly Share[]): string {
  return shares.every(({ count, of }) => count === of) ? "undone" : `undone in part: ${sharesInWords(shares)}`;
}

/** The shares of several files' hunks as at most one: the sum of all, with the path if there is only one file. */
export function joinHunkShares(files: ReadonlyMap<string, Pick<Share, "count" | "of">>): Share[] {
  const touched = [...files].filter(([, { count }]) => count > 0);
  if (touched.length === 0) return [];
  const sum = (which: "count" | "of") => touched.reduce((all, [, one]) => all + one[which], 0);
  const [[path]] = touched as [(typeof touched)[0]];
  return [{ count: sum("count"), of: sum("of"), unit: "hunk", ...(touched.length === 1 && { path }) }];
}

/** A share whose path is relative to a folder above. @param prefix the text before the path */
export function belowPrefix(share: Share, prefix: string): Share {
  return share.path === undefined ? share : { ...share, path: prefix + share.path };
}
