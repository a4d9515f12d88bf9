import { defined } from "../../kit/defined.ts";
import { sha256 } from "../../kit/hash.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import type { FileContent, LineCounts, Skipped, TreeEntry } from "../engine.ts";
import { hashOf } from "../git-object.ts";
import { toText, type GitPath } from "../git-path.ts";
import { writePatch } from "../js/patch.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { hunksOf, takeHunksBack, type Hunk, type HunkPart, type HunkState, type ThreeStates } from "./hunks.ts";
import { contentsOf } from "./merge-edits.ts";
import { same, type PlanItem } from "./plan-restore.ts";

export interface HunkChoice {
  /** Numbers or ids as a dry run lists them, of hunks or of parts (`2`, `2.1`); absent: all. */
  readonly chosen?: readonly string[] | undefined;
  /** Write the lines that were edited since into the file between markers. */
  readonly markers?: boolean | undefined;
}

/** A piece of an undo or restore that can be chosen by itself. */
export interface ListedHunk extends Omit<Hunk, "parts" | "additions" | "deletions"> {
  /** Its place in the list, from 1. */
  readonly number: number;
  readonly path: string;
  /** `mode`: the executable bit. `file`: all of it, since it was made, deleted or is not made of lines. */
  readonly kind: "lines" | "mode" | "file";
  readonly additions?: number;
  readonly deletions?: number;
  /** Of lines that were edited since: the present ones. */
  readonly present?: string;
  /** More than one if it can be divided. */
  readonly parts: readonly HunkPart[];
}

/** A plan of which some hunks were chosen. */
export interface HunkPlan {
  /** Files of which something is to be put back. */
  readonly items: readonly PlanItem[];
  readonly listed: readonly ListedHunk[];
  /** Chosen lines that stay, since they were edited since. */
  readonly clashes: readonly Skipped[];
  /** Files that hold markers. */
  readonly marked: readonly Skipped[];
  /** The part of a step that is still in effect, in files of which a part is put back. */
  readonly rest: ReadonlyMap<GitPath, FileContent>;
}

/** The hunks of one file, for a choice. */
interface Divided {
  readonly item: PlanItem;
  /** Absent if it is one piece. */
  readonly lines?: { readonly states: ThreeStates; readonly hunks: readonly Hunk[] };
  readonly left: TreeEntry | undefined;
  readonly pieces: readonly Piece[];
}

type Piece = Omit<ListedHunk, "number" | "path">;

/**
 * Narrows a plan to the chosen hunks.
 * @param isTurned show the change of the file instead of the step's change
 * @throws UserError if a chosen one is none of the hunks
 */
export async function planHunks(
  shadow: Shadow,
  items: readonly PlanItem[],
  { chosen, markers = false }: HunkChoice,
  isTurned: boolean,
): Promise<HunkPlan> {
  const listed: ListedHunk[] = [];
  const files: (Divided & { readonly own: readonly ListedHunk[] })[] = [];
  for (const item of items) {
    if (item.fault !== undefined) continue;
    const file = await divide(shadow, item, isTurned);
    const path = toText(item.path);
    const own = file.pieces.map((piece, at) => ({ number: listed.length + at + 1, path, ...piece }));
    listed.push(...own);
    files.push({ ...file, own });
  }
  const wanted = new Set(chosen?.map((word) => idFor(word, listed)) ?? listed.map(({ id }) => id));
  const some = files.flatMap((file) => choose(shadow, file, file.own, { wanted, markers, isTurned }) ?? []);
  return {
    items: some.flatMap(({ item }) => item ?? []),
    listed,
    clashes: some.flatMap(({ clash }) => clash ?? []),
    marked: some.flatMap(({ marked }) => marked ?? []),
    rest: new Map(some.flatMap(({ item, rest }) => (item && rest ? [[item.path, rest] as const] : []))),
  };
}

function idFor(word: string, listed: readonly ListedHunk[]): string {
  const known = new Set(listed.flatMap(({ id, parts }) => [id, ...parts.map((part) => part.id)]));
  if (known.has(word)) return word;
  const [, number, part] = /^(\d+)(?:\.(\d+))?$/.exec(word) ?? [];
  const hunk = listed.find((one) => one.number === Number(number));
  const id = part === undefined ? hunk?.id : hunk?.parts[Number(part) - 1]?.id;
  if (id === undefined) throw new UserError("unknownHunk", [printable(word), String(listed.length)]);
  return id;
}

async function divide(shadow: Shadow, item: PlanItem, isTurned: boolean): Promise<Divided> {
  const { path, current, target } = item;
  const left = item.base ? item.base.entry : current;
  const own = { item, left };
  const entries = [target, left, current].flatMap((entry) => entry ?? []);
  // The content of a file that alsoRecord names is not shown, so it is one piece.
  const isShown = !shadow.engine.isWithheld?.(path);
  const isRegular = isShown && entries.length === 3 && entries.every(({ mode }) => mode.startsWith("100"));
  const ids = entries.map(({ id }) => id);
  const contents = isRegular ? await contentsOf(shadow, ids) : undefined;
  const [before, after, present] = contents ?? [];
  const states = before && after && present && { before, after, present };
  const hunks = states && hunksOf(path, states, isTurned);
  if (!states || !hunks) return { ...own, pieces: [await whole(shadow, own, isTurned)] };
  const lines = hunks.map((hunk) => ({
    kind: "lines" as const,
    ...hunk,
    ...(hunk.state === "edited" && { present: presentOf(path, states, hunk) }),
  }));
  const mode = target!.mode === left!.mode ? [] : [modeOf(own, isTurned)];
  return { ...own, lines: { states, hunks }, pieces: [...mode, ...lines] };
}

function presentOf(path: GitPath, states: ThreeStates, { id }: Hunk): string {
  const { conflicts } = takeHunksBack(path, states, [id])!;
  return conflicts.map(({ present }) => present).join("");
}

/** All of a file as one piece. */
async function whole(
  shadow: Shadow,
  { item, left }: Pick<Divided, "item" | "left">,
  isTurned: boolean,
): Promise<Piece> {
  const { path, current, target, edited } = item;
  const [from, to] = isTurned ? [current, target] : [target, left];
  const ids = [from, to].flatMap((entry) => entry?.id ?? []);
  const contents = shadow.engine.isWithheld?.(path) ? undefined : await contentsOf(shadow, ids);
  const content = (entry: TreeEntry | undefined) => (entry ? contents!.at(entry === from ? 0 : -1)! : Buffer.alloc(0));
  const change = { path, ...defined({ before: from, after: to }) };
  const patch = contents ? await writePatch(change, async (entry) => content(entry), "to read") : "";
  return {
    kind: "file",
    id: pieceId("file", item, left),
    state: same(current, target) ? "gone" : edited ? "edited" : "there",
    patch: Buffer.from(patch, "latin1").toString("utf8"),
    parts: [],
  };
}

function modeOf({ item, left }: Pick<Divided, "item" | "left">, isTurned: boolean): Piece {
  const [from, to] = isTurned ? [left!.mode, item.target!.mode] : [item.target!.mode, left!.mode];
  const state: HunkState = item.current!.mode === left!.mode ? "there" : "gone";
  const patch = `old mode ${from}\nnew mode ${to}\n`;
  return { kind: "mode", id: pieceId("mode", item, left), state, patch, parts: [] };
}

function pieceId(kind: string, { path, target }: PlanItem, left: TreeEntry | undefined): string {
  return sha256(JSON.stringify([kind, path, target ?? null, left ?? null])).slice(0, 8);
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

/** The new state of a file; `undefined` if nothing of it was chosen. */
function choose(
  { engine }: Shadow,
  { item, lines, left }: Divided,
  listed: readonly ListedHunk[],
  { wanted, markers, isTurned }: Choosing,
): Chosen | undefined {
  const ids = listed.flatMap(({ id, state, parts }) => [{ id, state }, ...parts]);
  if (!ids.some(({ id }) => wanted.has(id))) return undefined;
  if (!lines) return { item };
  const { path, current, target } = item;
  // A hunk that is as before already counts as put back together with the rest.
  const own = new Set(ids.flatMap(({ id, state }) => (wanted.has(id) || state === "gone" ? id : [])));
  const { content, rest, conflicts } = takeHunksBack(path, lines.states, own, { markers })!;
  const takesMode = listed.some(({ id, kind }) => kind === "mode" && own.has(id));
  const made = { id: hashOf("blob", content, engine.format), mode: takesMode ? target!.mode : current!.mode };
  const remains = { mode: takesMode ? target!.mode : left!.mode, content: rest };
  const isAll = rest.equals(lines.states.before) && remains.mode === target!.mode;
  const clashing = listed.filter(({ id }) => conflicts.some((one) => one.id.split(".")[0] === id));
  const numbers = clashing.map(({ number }) => number).join(", ");
  const named = { path, why: `hunk ${numbers}: the same lines were edited since` };
  const put = {
    ...item,
    target: made,
    edited: false,
    merged: { content, base: item.base?.tree ?? item.source },
    lines: countsOf(lines.hunks, own, isTurned),
  };
  return {
    ...((conflicts.length === 0 || !same(made, current)) && { item: put }),
    ...(conflicts.length > 0 && (markers ? { marked: named } : { clash: named })),
    ...(!isAll && { rest: remains }),
  };
}

/** Lines that come and go; a step's own count the other way round. */
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
