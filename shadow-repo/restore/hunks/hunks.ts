import { readHunks, textOf, type Change, type Hunk, type Range, type Reading, type ThreeStates } from "./read-hunks.ts";

export type { Hunk, HunkPart, HunkState, ThreeStates } from "./read-hunks.ts";

/** A hunk that was edited since, with the three texts that do not fit together. */
interface HunkConflict {
  /** The id of the hunk, or of its chosen part. */
  readonly id: string;
  /** The file after the step; then the present file, and the file before the step. */
  readonly after: string;
  readonly present: string;
  readonly before: string;
}

export interface TakenBack {
  /** The present file without the chosen hunks. */
  readonly content: Buffer;
  /** The rest of the step: the file after the step, without the chosen hunks that were taken back. */
  readonly rest: Buffer;
  /** Chosen hunks that stay, since their lines were edited since. They stand in `content` unchanged. */
  readonly conflicts: readonly HunkConflict[];
}

export interface TakeBackOptions {
  /** Whether a conflict is written into the content between the markers that git uses. Else it is only listed. */
  readonly markers?: boolean;
}

/**
 * The changes of one file by one step, as hunks whose numbers are their places in the list, from 1. Pure.
 *
 * `undefined` if the file has no hunks and is taken back as a whole or not at all: a binary content, or one that
 * differs in too many lines. The caller asks only about a regular file that exists on all three sides, and treats the
 * mode itself. `name` is the file's path: it makes ids of two files differ. With `isTurned` the patches show the way
 * back, from the state after the step to the one before.
 */
export function hunksOf(name: string, states: ThreeStates, isTurned = false): Hunk[] | undefined {
  return readHunks(name, states, isTurned)?.hunks;
}

/**
 * The present file with some hunks of a step taken back: a three-way merge of before, after and present, so that a
 * later edit of other lines stays as it is, whether it lies between hunks or inside of a hunk that was not chosen.
 * Pure; bytes that belong to no chosen hunk come out as they went in, line ends and encodings included.
 *
 * `chosen` are all, or ids of hunks or parts, as `hunksOf` gives them for the same three states; an unknown id is
 * passed over. A hunk that is gone already counts as taken back. A hunk that was edited since is a conflict: a hunk
 * with several parts then stays as a whole, and other chosen hunks are taken back all the same.
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

/** The three texts of a clash as `git merge-file --diff3` writes them, in the line ends of the file. */
function withMarkers({ lines }: Reading, { there, clash }: Change): string[] {
  const end = lines.present[0]?.endsWith("\r\n") ? "\r\n" : "\n";
  const ended = (side: readonly string[], { from, to }: Range) =>
    side.slice(from, to).map((line) => (line.endsWith("\n") ? line : line + end));
  return [
    `<<<<<<< now${end}`,
    ...ended(lines.present, there),
    `||||||| after the step${end}`,
    ...ended(lines.after, clash.after),
    `=======${end}`,
    ...ended(lines.before, clash.before),
    `>>>>>>> before the step${end}`,
  ];
}

/** Lines with some ranges of them replaced, as bytes. */
function replaced(lines: readonly string[], puts: readonly (Range & { readonly lines: readonly string[] })[]): Buffer {
  let text = "";
  let at = 0;
  for (const put of puts.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    text += lines.slice(at, put.from).join("") + put.lines.join("");
    at = put.to;
  }
  return Buffer.from(text + lines.slice(at).join(""), "latin1");
}
