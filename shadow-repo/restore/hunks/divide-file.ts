import { defined } from "../../../kit/defined.ts";
import { sha256 } from "../../../kit/hash.ts";
import type { TreeEntry } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import { writePatch } from "../../js/patch.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { hunksOf, takeHunksBack, type Hunk, type HunkPart, type HunkState, type ThreeStates } from "./hunks.ts";
import { contentsOf } from "./merge-edits.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";

/** The pieces of one file from which a person can choose. */
export interface Divided {
  readonly item: PlanItem;
  /** The hunks of the file's lines; absent if the file is one piece. */
  readonly lines?: { readonly states: ThreeStates; readonly hunks: readonly Hunk[] };
  /** The file after the steps; for an operation without steps, the present file. */
  readonly afterSteps: TreeEntry | undefined;
  readonly pieces: readonly Piece[];
}

/** A part of a file's changes that can be chosen separately. */
export interface Piece extends Omit<Hunk, "parts" | "additions" | "deletions"> {
  /**
   * `lines`: a hunk. `mode`: the executable bit. `file`: the whole file, since it was made, deleted or renamed, or has
   * no lines.
   */
  readonly kind: "lines" | "mode" | "file";
  /** The other name of a renamed file, which is restored together with this one. */
  readonly former?: string;
  readonly additions?: number;
  readonly deletions?: number;
  /**
   * Set if `alsoRecord` names the file, so that its patch is empty. The patch is also empty if the content is too large
   * or lost.
   */
  readonly withheld?: true;
  /** The present text of the hunk's lines if they were edited since. */
  readonly present?: string;
  /** The hunk's parts; more than one if the hunk can be divided. */
  readonly parts: readonly HunkPart[];
  /** The whole contents from which the patch is made, and the present content; absent if they cannot be shown. */
  readonly sides?: PieceSides;
}

interface PieceSides {
  readonly before: Buffer;
  readonly after: Buffer;
  readonly present?: Buffer;
}

/**
 * Divides the changes of a file into pieces.
 * @param isTurned whether the pieces show the change that the restore makes, instead of the step's change
 */
export async function divide(shadow: Shadow, item: PlanItem, isTurned: boolean): Promise<Divided> {
  const { path, current, target } = item;
  const name = nameOf(item);
  const afterSteps = item.base ? item.base.entry : current;
  const own = { item, afterSteps };
  const entries = [target, afterSteps, current].flatMap((entry) => entry ?? []);
  // A file that alsoRecord names is one piece, since its content is not shown.
  const isShown = !shadow.engine.isWithheld?.(path);
  const isRegular = isShown && entries.length === 3 && entries.every(({ mode }) => mode.startsWith("100"));
  const ids = entries.map(({ id }) => id);
  const contents = isRegular ? await contentsOf(shadow, ids) : undefined;
  const [before, after, present] = contents ?? [];
  const states = before && after && present && { before, after, present };
  const hunks = states && hunksOf(name, states, isTurned);
  if (!states || !hunks) return { ...own, pieces: [await whole(shadow, own, isTurned)] };
  const lines = hunks.map((hunk) => ({
    kind: "lines" as const,
    ...hunk,
    ...(hunk.state === "edited" && { present: presentOf(name, states, hunk) }),
    sides: isTurned ? { before: after, after: before, present } : states,
  }));
  const mode = target!.mode === afterSteps!.mode ? [] : [modeOf(own, isTurned)];
  return { ...own, lines: { states, hunks }, pieces: [...mode, ...lines] };
}

/** The name of a file after the steps, by which its hunks have their ids. */
export function nameOf({ path, former = path }: PlanItem): GitPath {
  return former;
}

function presentOf(name: GitPath, states: ThreeStates, { id }: Hunk): string {
  const { conflicts } = takeHunksBack(name, states, [id])!;
  return conflicts.map(({ present }) => present).join("");
}

/** Makes the whole file one piece. */
async function whole(
  shadow: Shadow,
  { item, afterSteps }: Pick<Divided, "item" | "afterSteps">,
  isTurned: boolean,
): Promise<Piece> {
  const { path, current, target, edited } = item;
  const [from, to] = isTurned ? [current, target] : [target, afterSteps];
  const ids = [from, to].flatMap((entry) => entry?.id ?? []);
  const isWithheld = shadow.engine.isWithheld?.(path) === true;
  const contents = isWithheld ? undefined : await contentsOf(shadow, ids);
  const content = (entry: TreeEntry | undefined) => (entry ? contents!.at(entry === from ? 0 : -1)! : Buffer.alloc(0));
  const change = { path, ...defined({ before: from, after: to }) };
  const patch = contents ? await writePatch(change, async (entry) => content(entry), "to read") : "";
  return {
    kind: "file",
    id: pieceId("file", item, afterSteps),
    state: same(current, target) ? "gone" : edited ? "edited" : "there",
    patch: Buffer.from(patch, "latin1").toString("utf8"),
    ...(isWithheld && { withheld: true as const }),
    ...(contents && { sides: { before: content(from), after: content(to) } }),
    parts: [],
  };
}

function modeOf({ item, afterSteps }: Pick<Divided, "item" | "afterSteps">, isTurned: boolean): Piece {
  const [from, to] = isTurned ? [afterSteps!.mode, item.target!.mode] : [item.target!.mode, afterSteps!.mode];
  const state: HunkState = item.current!.mode === afterSteps!.mode ? "there" : "gone";
  const patch = `old mode ${from}\nnew mode ${to}\n`;
  return { kind: "mode", id: pieceId("mode", item, afterSteps), state, patch, parts: [] };
}

function pieceId(kind: string, item: PlanItem, afterSteps: TreeEntry | undefined): string {
  return sha256(JSON.stringify([kind, nameOf(item), item.target ?? null, afterSteps ?? null])).slice(0, 8);
}
