import { inShell } from "../../../kit/in-shell.ts";
import type { ObjectId, TreeChange } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import { authorOf, changesIn, type Gap, gapsOf } from "../../journal/timeline.ts";
import { compareMoments, endOf, LAST } from "../../journal/journal-file.ts";
import { isInEffect, type History, type StoredCheckpoint } from "../../journal/history.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { sessionOf, WAITS_IN_PART } from "./find-author.ts";
import { takeHunksBack } from "../hunks/hunks.ts";
import { contentsOf, withContent, withTree } from "../hunks/merge-edits.ts";
import type { OperationContext, Stories, Story } from "./request.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";

/** The steps of an undo, with the calls of their turns, and the history that holds them. */
export interface Undoing {
  readonly history: History;
  readonly steps: readonly StoredCheckpoint[];
  readonly onlyAgent: boolean;
}

/**
 * The story of each file that changed since an undo's steps began. Usually an empty map: one session worked alone and
 * one step is taken back, so that there is no change to separate.
 */
export async function storiesOf({ engine }: Shadow, undoing: Undoing): Promise<Stories> {
  const { history, steps } = undoing;
  const isBefore = (one: StoredCheckpoint) =>
    steps.every(({ began = LAST }) => compareMoments(endOf(one) ?? began, began) <= 0);
  const isAlone = !history.checkpoints.some((one) => isOthers(one, steps) && !isBefore(one));
  const turns = steps.filter(({ scope }) => scope === "turn");
  if (isAlone && turns.length < 2 && !turns.some(({ callsSeen }) => callsSeen)) return new Map();
  const ids = new Set(steps.map(({ id }) => id));
  const gaps = gapsOf(history, { tree: "", at: "" }).slice(0, -1); // the last gap leads to the present, without a step
  const first = gaps.findIndex(({ active }) => active.some(({ id }) => ids.has(id)));
  const own = first < 0 ? [] : gaps.slice(first);
  const stories = new Map<GitPath, Story>();
  for (const [at, changes] of (await changesIn(engine, own)).entries())
    for (const change of changes) {
      const story = stories.get(change.path) ?? { own: [], byCalls: [], isBroken: false };
      const whose = whoseIs(own[at]!, change.path, undoing);
      const isCalls = whose === "own" && whoseIs(own[at]!, change.path, { ...undoing, onlyAgent: true }) === "own";
      const byCalls = isCalls ? [...story.byCalls, change] : story.byCalls;
      stories.set(change.path, { ...withChange(story, change, whose), byCalls });
    }
  return stories;
}

function withChange(story: Story, change: TreeChange, whose: ReturnType<typeof whoseIs>): Story {
  if (whose === undefined) return story;
  if (whose !== "own") return { ...story, other: whose };
  const last = story.own.at(-1);
  const isBroken = story.isBroken || (last !== undefined && !same(last.after, change.before));
  return { ...story, own: [...story.own, change], isBroken };
}

/** Whether a checkpoint is a turn or call of another session than that of the steps, undone or not. */
function isOthers(one: StoredCheckpoint, steps: readonly StoredCheckpoint[]): boolean {
  const isWork = one.scope === "turn" || one.scope === "tool";
  const isApart = steps.every(({ id, session }) => id !== one.id && session !== one.session);
  return isWork && isApart && one.session !== null;
}

/**
 * The author of a file's change: the undone steps (`own`), another session's step in effect, or neither (`undefined`). If neither
 * of two sessions announces its calls, the author is unknown and the change counts as the steps' own. So does a change
 * that no call is known to have made, unless `onlyAgent` is set.
 */
function whoseIs(gap: Gap, path: GitPath, { steps, onlyAgent }: Undoing): "own" | StoredCheckpoint | undefined {
  const { step } = gap.operation ? {} : authorOf(gap, path);
  if (!step) return undefined;
  const isOwn = (one: StoredCheckpoint) => steps.some(({ id }) => id === one.id);
  const isOther = (one: StoredCheckpoint) => isOthers(one, steps) && isInEffect(one, path);
  if (step.scope === "tool") return isOwn(step) ? "own" : isOther(step) ? step : undefined;
  const tells = ({ callsSeen, isOpen, unended }: StoredCheckpoint) =>
    callsSeen === true && !(isOpen && unended?.includes(path));
  const own = gap.active.filter(isOwn);
  // An open step of another session without announced calls is no author, since it may have made no change yet.
  const isIdle = ({ isOpen }: StoredCheckpoint) => isOpen && own.some(({ callsSeen }) => callsSeen);
  const others = gap.active.filter((one) => isOthers(one, steps) && !tells(one) && !isIdle(one));
  const other = others.findLast(isOther);
  if (own.length === 0 || (others.length > 0 && own.every(tells))) return other;
  return onlyAgent && own.every(tells) ? undefined : "own";
}

/**
 * Changes a plan so that the changes of other sessions and of a person stay in files that the undone steps changed,
 * too: only the undone steps' changes are removed from the present file, one by one. If lines cannot separate another
 * session's change, the file is left alone. A person's edit during a step or between two steps stays in the same way;
 * if lines cannot separate it, it is undone, and the result names the file; with `onlyAgent` the file is left alone.
 * With `whole`, a person's edit is undone in any case.
 * @param items the plan before later edits were merged into it
 * @param merged the plan after that merge, in the same order
 */
export async function spareOthers(
  shadow: Shadow,
  sparing: OperationContext["sparing"],
  {
    items,
    merged,
    present,
  }: { readonly items: readonly PlanItem[]; readonly merged: readonly PlanItem[]; readonly present: ObjectId },
): Promise<PlanItem[]> {
  if (!sparing || sparing.stories.size === 0) return [...merged];
  const spared: PlanItem[] = [];
  for (const [at, item] of items.entries()) spared.push((await sparedItem(shadow, item, sparing)) ?? merged[at]!);
  return withTree(shadow, spared, present);
}

/** The item of a file in which other changes stay; `undefined` if the file needs no more than the merged plan. */
async function sparedItem(
  shadow: Shadow,
  item: PlanItem,
  { stories, oldest, inPart, onlyAgent, whole }: NonNullable<OperationContext["sparing"]>,
): Promise<PlanItem | undefined> {
  const story = stories.get(item.path);
  const isInPart = inPart.has(item.former ?? item.path);
  const own = isInPart ? story?.byCalls : story?.own;
  const waits = onlyAgent && isInPart && item.fault === undefined ? { ...item, fault: WAITS_IN_PART } : undefined;
  if (story && own && isShared(item, story)) {
    const apart = whole && !story.other ? undefined : await withoutOwn(shadow, item, { ...story, own });
    return apart ?? (story.other ? undefined : waits) ?? unseparated(shadow, item, story, oldest);
  }
  if (item.fault === undefined && isInPart) return (own && (await withoutOwn(shadow, item, { own }))) ?? waits;
  return story && isEndOfInner(item, story) ? { ...item, edited: false } : undefined;
}

/** Whether a file holds a change of another session, or one that a person made between two of the steps. */
function isShared(item: PlanItem, { other, isBroken }: Story): boolean {
  return item.fault === undefined && (other !== undefined || (isBroken && item.isBroken === true));
}

/**
 * Whether the present file is the result of the last of the steps' changes, although the plan takes it for a later
 * edit. That happens if one step ran during another: the outer step ended last, but the inner one changed the file
 * last.
 */
function isEndOfInner(item: PlanItem, { own }: Story): boolean {
  return item.isBroken === true && same(own.at(-1)?.after, item.current);
}

/** The present file without the steps' own changes; `undefined` if lines cannot separate these from other changes. */
async function withoutOwn(
  shadow: Shadow,
  item: PlanItem,
  { own, other }: Pick<Story, "own" | "other">,
): Promise<PlanItem | undefined> {
  const { current, path } = item;
  const entries = [current, ...own.flatMap(({ before, after }) => [before, after])].flatMap((entry) => entry ?? []);
  if (
    !current ||
    own.length === 0 ||
    entries.length < 1 + 2 * own.length ||
    entries.some(({ mode }) => !mode.startsWith("100"))
  )
    return undefined;
  const contents = await contentsOf(
    shadow,
    entries.map(({ id }) => id),
  );
  if (!contents) return undefined;
  let content = contents[0]!;
  for (let at = contents.length - 2; at > 0; at -= 2) {
    const taken = takeHunksBack(path, { before: contents[at]!, after: contents[at + 1]!, present: content }, "all");
    if (!taken || taken.conflicts.length > 0) return undefined;
    ({ content } = taken);
  }
  const [was, is] = [own[0]?.before?.mode, own.at(-1)?.after?.mode];
  const made = withContent(shadow, item, { mode: is === current.mode ? was! : current.mode, content });
  return { ...made, merged: { ...made.merged!, isApart: true, ...(other && { other: sessionOf(other) }) } };
}

/**
 * The item of a file whose changes lines cannot separate. If another session changed it, the file is left alone; if a
 * person did, it is put back as marked `edited`, and a redo brings the edit back.
 */
function unseparated({ place }: Shadow, item: PlanItem, { other }: Story, oldest: string): PlanItem {
  if (!other) return { ...item, edited: !same(item.current, item.target) };
  // Only an absolute path holds in a sub-folder, and in the folder of an undo over several repositories.
  const path = inShell(`${place.worktree.root}/${toText(item.path)}`);
  const fault =
    `another session changed it, too (${sessionOf(other)}), and the two cannot be told apart by lines. To take ` +
    `both back: snapveil restore ${oldest} ${path}`;
  return { ...item, fault };
}
