import { readHunks, textOf, type Change, type Hunk, type Range, type Reading, type ThreeStates } from "./read-hunks.ts";

export type { Hunk, HunkPart, HunkState, ThreeStates } from "./read-hunks.ts";

/** A hunk whose lines were edited since, with the texts of its three sides. */
interface HunkConflict {
  /** The id of the hunk, or of its chosen part. */
  readonly id: string;
  /** The lines after the step, the present lines, and the lines before the step. */
  readonly after: string;
  readonly present: string;
  readonly before: string;
}

export interface TakenBack {
  /** The present file without the chosen hunks. */
  readonly content: Buffer;
  /** The file after the step, without the chosen hunks that were taken back. */
  readonly rest: Buffer;
  /** The chosen hunks that stay in `content`, since their lines were edited since. */
  readonly conflicts: readonly HunkConflict[];
}

export interface TakeBackOptions {
  /** Whether a conflict is written into the content between git's markers; if not, it is only listed. */
  readonly markers?: boolean;
}

/**
 * The changes of one file by one step, as a list of hunks; a hunk's number is its place in the list, from 1. A pure
 * function.
 *
 * `undefined` if the file has no hunks and is taken back as a whole or not at all: it is binary, or too many lines
 * differ. Call it only for a regular file that exists on all three sides; the caller treats the mode. `name` is the
 * file's path, so that the ids of two files differ. With `isTurned` the patches lead from the state after the step to
 * the one before.
 */
export function hunksOf(name: string, states: ThreeStates, isTurned = false): Hunk[] | undefined {
  return readHunks(name, states, isTurned)?.hunks;
}

/**
 * The present file without some hunks of a step, by a three-way merge of before, after and present. A later edit of
 * other lines stays, whether it lies between hunks or inside of a hunk that was not chosen. All other bytes, line ends
 * and encodings included, stay unchanged. A pure function.
 *
 * `chosen` is `"all"`, or ids of hunks or parts that `hunksOf` gives for the same three states; unknown ids are
 * ignored. A hunk that is gone already is treated as taken back. A hunk that was edited since is a conflict: it stays
 * as it is with all its parts, and the other chosen hunks are taken back.
 */
export function takeHunksBack(
  name: string,
  states: ThreeStates,
  chosen: "all" | Iterable<string>,
  { markers = false }: TakeBackOptions = {},
): TakenBack | undefined {
  const read = readHunks(name, states);
  if (!read) return undefined;
  const wanted = new Set(chosen === "all" ? read.groups.map(({ id }) => id) : chosen);
  const taken: Change[] = [];
  const conflicts: HunkConflict[] = [];
  const marked: Change[] = [];
  for (const { id, changes } of read.groups) {
    const own = wanted.has(id) ? changes : changes.filter((change) => wanted.has(change.id));
    const clashing = own.filter(({ state }) => state === "edited");
    const isWhole = wanted.has(id);
    for (const one of clashing) conflicts.push(conflictOf(read, isWhole ? id : one.id, one));
    if (markers) marked.push(...clashing);
    if (!isWhole || clashing.length === 0 || markers) taken.push(...own.filter(({ state }) => state !== "edited"));
  }
  const { before, after, present } = read.lines;
  const puts = taken.flatMap((one) =>
    one.state === "there" ? [{ ...one.there, lines: before.slice(one.start, one.end) }] : [],
  );
  const seen = new Set<number>();
  for (const one of marked)
    if (!seen.has(one.there.from)) {
      seen.add(one.there.from);
      puts.push({ ...one.there, lines: withMarkers(read, one) });
    }
  return {
    content: replaced(present, puts),
    rest: replaced(
      after,
      taken.map(({ start, end, newStart, newEnd }) => ({
        from: newStart,
        to: newEnd,
        lines: before.slice(start, end),
      })),
    ),
    conflicts,
  };
}

function conflictOf({ lines }: Reading, id: string, { there, clash }: Change): HunkConflict {
  const decoded = (text: string) => Buffer.from(text, "latin1").toString("utf8");
  return {
    id,
    after: decoded(textOf(lines.after, clash.after)),
    present: decoded(textOf(lines.present, there)),
    before: decoded(textOf(lines.before, clash.before)),
  };
}

/** The three texts of a conflict as `git merge-file --diff3` writes them, with the line ends of the file. */
function withMarkers({ lines }: Reading, { there, clash }: Change): string[] {
  const end = lines.present[0]?.endsWith("\r\n") ? "\r\n" : "\n";
  const ended = (side: readonly string[], { from, to }: Range) =>
    side.slice(from, to).map((line) => (line.endsWith("\n") ? line : line + end));
  return [
    `<<<<<<< now${end}`,
    ...ended(lines.present, there),
    `||||||| after the turn${end}`,
    ...ended(lines.after, clash.after),
    `=======${end}`,
    ...ended(lines.before, clash.before),
    `>>>>>>> before the turn${end}`,
  ];
}

/** Joins lines, of which some ranges are replaced, into bytes. */
function replaced(lines: readonly string[], puts: readonly (Range & { readonly lines: readonly string[] })[]): Buffer {
  let text = "";
  let at = 0;
  for (const put of puts.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    text += lines.slice(at, put.from).join("") + put.lines.join("");
    at = put.to;
  }
  return Buffer.from(text + lines.slice(at).join(""), "latin1");
}
