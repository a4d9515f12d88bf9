import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { FileContent, LineCounts, Skipped } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import type { Share } from "../../journal/share.ts";
import { countPieces } from "./count-gone.ts";
import { divide, nameOf, type Divided, type Piece } from "./divide-file.ts";
import { takeHunksBack, type Hunk, type HunkPart } from "./hunks.ts";
import { joinRenames } from "./join-renames.ts";
import { withContent } from "./merge-edits.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";

/** The pieces of a restore that a person chose, and how conflicts are treated. */
export interface HunkChoice {
  /** The chosen hunks or parts, by number (`2`, `2.1`) or id as a dry run lists them; absent: all. */
  readonly chosen?: readonly string[] | undefined;
  /** Whether chosen lines that were edited since are written into the file between conflict markers. */
  readonly markers?: boolean | undefined;
}

/** A piece of an undo or restore that can be chosen separately. */
export interface ListedHunk extends Piece {
  /** The hunk's place in the list, from 1. */
  readonly number: number;
  readonly path: string;
}

/** A plan that was narrowed to some hunks. */
export interface HunkPlan {
  /** The files of which at least a part is restored. */
  readonly items: readonly PlanItem[];
  /** All hunks, or only the chosen ones. Of a hunk of which parts were chosen, each such part stands in its place. */
  readonly listed: readonly ListedHunk[];
  /** File → how many of its hunks are taken back, of all its hunks; without files of which all hunks are. */
  readonly taken: ReadonlyMap<string, Pick<Share, "count" | "of">>;
  /** The files in which chosen lines stay as they are, since a later edit changed these lines. */
  readonly clashes: readonly Skipped[];
  /** The files that get conflict markers. */
  readonly marked: readonly Skipped[];
  /**
   * The content that each file would have if only the rest of the step had been done, for files of which a part is
   * restored; by their names after the step.
   */
  readonly rest: ReadonlyMap<GitPath, FileContent>;
}

/**
 * Narrows a plan to the chosen hunks.
 * @param isTurned whether the pieces show the change that the restore makes, instead of the step's change
 * @throws UserError if a chosen id is none of the hunks
 */
export async function planHunks(
  shadow: Shadow,
  items: readonly PlanItem[],
  { chosen, markers = false }: HunkChoice,
  isTurned: boolean,
): Promise<HunkPlan> {
  const divided: Divided[] = [];
  for (const item of items) if (item.fault === undefined) divided.push(await divide(shadow, item, isTurned));
  const listed: ListedHunk[] = [];
  const files: (Divided & { readonly own: readonly ListedHunk[] })[] = [];
  for (const file of await joinRenames(shadow, divided, isTurned)) {
    const path = toText(file.item.path);
    const own = file.pieces.map((piece, at) => ({ number: listed.length + at + 1, path, ...piece }));
    listed.push(...own);
    files.push({ ...file, own });
    // A renamed file is restored under both of its names.
    if (file.other) files.push({ ...file.other, own });
  }
  const wanted = new Set(chosen?.map((word) => idFor(word, listed)) ?? listed.map(({ id }) => id));
  const some = files.flatMap((file) => choose(shadow, file, file.own, { wanted, markers, isTurned }) ?? []);
  return {
    items: some.flatMap(({ item }) => item ?? []),
    listed: chosen ? listed.flatMap((hunk) => chosenOf(hunk, wanted)) : listed,
    taken: takenOf(files, wanted, some),
    clashes: some.flatMap(({ clash }) => clash ?? []),
    marked: some.flatMap(({ marked }) => marked ?? []),
    rest: new Map(some.flatMap(({ item, rest }) => (item && rest ? [[nameOf(item), rest] as const] : []))),
  };
}

/** A hunk if it was chosen, else its chosen parts. */
export function chosenOf(hunk: ListedHunk, wanted: ReadonlySet<string>): ListedHunk[] {
  if (wanted.has(hunk.id)) return [hunk];
  return hunk.parts.filter(({ id }) => wanted.has(id)).map((part) => ({ ...hunk, ...part, parts: [] }));
}

/** File → how many hunks of a file are taken back that keeps others. */
function takenOf(
  files: readonly { readonly item: PlanItem; readonly own: readonly ListedHunk[] }[],
  wanted: ReadonlySet<string>,
  some: readonly Chosen[],
): HunkPlan["taken"] {
  const inPart = new Set(some.flatMap(({ item, rest }) => (item && rest ? item.path : [])));
  const isTaken = ({ id, state }: Pick<ListedHunk, "id" | "state">) => wanted.has(id) && state !== "edited";
  return new Map(
    files.flatMap(({ item, own }) =>
      inPart.has(item.path)
        ? [[toText(item.path), countPieces<Pick<ListedHunk, "id" | "state">>(own, isTaken)] as const]
        : [],
    ),
  );
}

/** The id of a hunk or part, by its number or id. @throws UserError if the list has none */
export function idFor(word: string, listed: readonly ListedHunk[]): string {
  const known = new Set(listed.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)]));
  if (known.has(word)) return word;
  const [, number, part] = /^(\d+)(?:\.(\d+))?$/.exec(word) ?? [];
  const hunk = listed.find((one) => one.number === Number(number));
  const id = part === undefined ? hunk?.id : hunk?.parts[Number(part) - 1]?.id;
  if (id === undefined) throw new UserError("unknownHunk", [printable(word), String(listed.length)]);
  return id;
}

interface Chosen {
  readonly item?: PlanItem;
  readonly clash?: Skipped;
  readonly marked?: Skipped;
  readonly rest?: FileContent;
}

interface Choosing {
  /** Ids of hunks and parts. */
  readonly wanted: ReadonlySet<string>;
  readonly markers: boolean;
  readonly isTurned: boolean;
}

/** The plan for the chosen hunks of a file; `undefined` if none of its hunks was chosen. */
function choose(
  shadow: Shadow,
  { item, lines, afterSteps }: Divided,
  listed: readonly ListedHunk[],
  { wanted, markers, isTurned }: Choosing,
): Chosen | undefined {
  const ids = listed.flatMap(({ id, state, parts }) => [{ id, state }, ...parts]);
  if (!ids.some(({ id }) => wanted.has(id))) return undefined;
  if (!lines) return { item };
  const { path, current, target } = item;
  // A hunk whose lines are as before the step already is treated as taken back.
  const own = new Set(ids.flatMap(({ id, state }) => (wanted.has(id) || state === "gone" ? id : [])));
  const { content, rest, conflicts } = takeHunksBack(nameOf(item), lines.states, own, { markers })!;
  const takesMode = listed.some(({ id, kind }) => kind === "mode" && own.has(id));
  const made = withContent(shadow, item, { mode: takesMode ? target!.mode : current!.mode, content });
  const remains = { mode: takesMode ? target!.mode : afterSteps!.mode, content: rest };
  const isAll = rest.equals(lines.states.before) && remains.mode === target!.mode;
  const clashing = listed.filter(({ id }) => conflicts.some((one) => one.id.split(".")[0] === id));
  const numbers = clashing.map(({ number }) => number).join(", ");
  const named = { path, why: `hunk ${numbers}: the same lines were edited since` };
  return {
    ...((conflicts.length === 0 || !same(made.target, current)) && {
      item: { ...made, lines: countsOf(lines.hunks, own, isTurned) },
    }),
    ...(conflicts.length > 0 && (markers ? { marked: named } : { clash: named })),
    ...(!isAll && { rest: remains }),
  };
}

/**
 * The numbers of lines that the restore adds and removes. Unless `isTurned`, a hunk has the numbers of the step, so the
 * two numbers are swapped.
 */
function countsOf(hunks: readonly Hunk[], own: ReadonlySet<string>, isTurned: boolean): LineCounts {
  const parts = hunks.flatMap(({ id, state, parts: all }) =>
    own.has(id) ? (state === "edited" ? [] : all) : all.filter((part) => own.has(part.id)),
  );
  const taken = parts.filter(({ state }) => state === "there");
  const [added, removed] = [sum(taken, "additions"), sum(taken, "deletions")];
  return isTurned ? { additions: added, deletions: removed } : { additions: removed, deletions: added };
}

function sum(parts: readonly HunkPart[], which: "additions" | "deletions"): number {
  return parts.reduce((count, part) => count + part[which], 0);
}
