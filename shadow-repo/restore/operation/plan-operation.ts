import { defined } from "../../../kit/defined.ts";
import type { Capture, CaptureOptions, ObjectId, Skipped, SnapshotEngine } from "../../engine.ts";
import { commonFolder, isAmong, type GitPath } from "../../git-path.ts";
import type { BeginRecord, Step } from "../../journal/records.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import type { Place } from "../../place.ts";
import { foundAt } from "../../source/on-disk.ts";
import { aboutPlan, renamesIn, sparseAdditions } from "./about-plan.ts";
import { asBefore } from "./as-before.ts";
import { LOST, settle } from "../put/apply-plan.ts";
import { removableFolders } from "../put/folders.ts";
import { findFollowed, followInHunks, followRenames, type Followed } from "../hunks/follow-renames.ts";
import { planHunks, type HunkPlan } from "../hunks/choose-hunks.ts";
import { mergeEdits } from "../hunks/merge-edits.ts";
import type { KeptPlan } from "../kept/kept-plan.ts";
import { planKept, planKeptState } from "../kept/plan-kept.ts";
import type { OperationContext, OperationRequest } from "./request.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";
import { planRestore } from "../plan/plan-restore.ts";
import { resultOfPlan } from "./plan-result.ts";
import { sinceOf } from "./put-options.ts";
import type { Named, RestoreResult } from "./restore-result.ts";
import { filesOfSteps } from "./shares.ts";
import { spareOthers } from "./spare-others.ts";
import { isAskedItem, wholeDatabases } from "./whole-databases.ts";

/** The plan of an operation, before any file is touched, and the sentences about it. */
export interface OperationPlan {
  /** The request, narrowed to the chosen files. */
  readonly request: OperationRequest;
  readonly capturing: CaptureOptions & { readonly prefix: string };
  /** The present state. */
  readonly states: Pick<BeginRecord, "before" | "coverage">;
  /** The items of all files of the steps, whether the request names them or not. */
  readonly planned: readonly PlanItem[];
  /** The wanted items that lie in the folder of the command. */
  readonly inside: readonly PlanItem[];
  /** The wanted items that lie in other folders. */
  readonly outside: readonly PlanItem[];
  /** The items of `inside` that are not yet in the wanted state. */
  readonly differing: readonly PlanItem[];
  readonly settled: ReturnType<typeof settle>;
  /** The items that can be put back and whose files change by that. */
  readonly changing: readonly PlanItem[];
  /** Files that are as before the steps already, but are not treated as put back, see `asBefore`. */
  readonly elsewhere: readonly Skipped[];
  /** Files that git added when a sparse checkout was widened, and that stay. */
  readonly sparseAdded: readonly Skipped[];
  readonly byHunk: HunkPlan | undefined;
  /** The kept ignored files of the steps. */
  readonly kept: KeptPlan;
  /** Folders without files that a redo removes. */
  readonly emptyFolders: readonly GitPath[];
  /** The result if the skipped files stay and `items` (default: `inside`) are put back. */
  resultFor(skipped: readonly Skipped[], items?: readonly PlanItem[]): RestoreResult;
}

/** Captures the present, compares it with the wanted states, and plans the operation. Touches no file. */
export async function planOperation(
  shadow: Shadow,
  asked: OperationRequest,
  dryRun: boolean,
  context: OperationContext,
): Promise<OperationPlan> {
  const { place, engine } = shadow;
  const { root } = place.worktree;
  // The scope includes the command's own folder, since the operation's states are recorded for that folder.
  const scope = commonFolder([asked.prefix, ...asked.steps.map((step) => step.prefix)]);
  const capturing = { prefix: scope };
  const present = await capturePresent(shadow, capturing, asked.steps, dryRun);
  const { tree: before, coverage } = present;
  const states = { before, ...(coverage !== undefined && { coverage }) };
  const merge = async (items: readonly PlanItem[]) => (context.isExact ? items : mergeEdits(shadow, items));
  const recorded = await withoutLost(engine, await planRestore(shadow, { ...asked, ...states }, merge));
  const { followed, planned } = await withFollowed(shadow, recorded, before, asked, context);
  // Files outside of the requested paths are left out silently; files outside of the command's folder are reported.
  const among = planned.filter((item) => isAskedItem(item, asked.paths));
  const within = among.filter(({ path }) => path.startsWith(asked.prefix));
  const byHunk = await divided(shadow, within, asked, context);
  const merged = async () => (asked.kind === "recover" ? within : merge(within));
  const chosen =
    byHunk?.items ??
    (await spareOthers(shadow, context.sparing, { items: within, merged: await merged(), present: before }));
  const paths = byHunk ? chosen.map(({ path }) => path) : asked.paths;
  const request = withMade({ ...asked, ...defined({ paths, followed: namesOf(planned) }) }, chosen);
  const keptWith = (recorded?: ReadonlySet<GitPath>) => keptPlanOf(place, request, context, recorded);
  const since = asked.kind === "undo" ? sinceOf(context) : undefined;
  const { items: inside, kept } =
    byHunk || asked.kind === "recover"
      ? { items: chosen, kept: keptWith() }
      : await wholeDatabases(shadow, { items: chosen, present: before, since, keptWith });
  // With a choice of hunks, files of other folders are not reported: the list of hunks showed only files of this
  // folder.
  const outside = byHunk ? [] : among.filter(({ path }) => !path.startsWith(request.prefix));
  const sparseAdded = sparseAdditions(root, request);
  // Also take a file that neither the present nor the wanted state holds: an ignored file, or another file that no
  // capture records, may exist at its path. The check reports such a file.
  const differing = inside.filter((item) => !same(item.current, item.target) || (!item.current && !item.target));
  const settled = settle(root, engine, differing);
  const changing = settled.ready.filter(({ current, target }) => !same(current, target));
  const keptOf = new Set(kept.ready.map(({ step }) => step));
  const unready = new Set(settled.skipped.map(({ path }) => path));
  const elsewhere = await asBefore(shadow, {
    steps: context.told ?? [],
    operations: context.operations ?? [],
    items: inside.filter(({ path }) => !unready.has(path)),
    ready: settled.ready,
    keptOf,
  });
  const about = await aboutPlan(shadow, { ...context, request, kept, differing, followed, present, scope });
  const isAsBefore = elsewhere.length > 0 && differing.length + outside.length + kept.ready.length === 0;
  const named = { ...askedOf(context, asked), renames: await renamesIn(engine, before, differing) };
  const emptyFolders = removableFolders(root, context.emptyFolders ?? []);
  const stepFiles = asked.kind === "undo" ? await filesOfSteps(shadow, context.told ?? []) : [];
  const parts = {
    before,
    inside,
    outside,
    elsewhere,
    sparseAdded,
    byHunk,
    kept,
    emptyFolders,
    named,
    stepFiles,
    about,
  };
  const resultFor = (skipped: readonly Skipped[], items = inside) =>
    resultOfPlan({ ...parts, request, context, isAsBefore }, skipped, items);
  return {
    request,
    capturing,
    states,
    planned,
    inside,
    outside,
    differing,
    settled,
    changing,
    elsewhere,
    sparseAdded,
    byHunk,
    kept,
    emptyFolders,
    resultFor,
  };
}

/** The paths that an operation leaves, of those that the command asks for. */
function askedOf({ staying = [], waiting = [], doubts }: OperationContext, { paths }: OperationRequest): Named {
  const isAsked = ({ path }: Skipped) => isAmong(path, paths);
  return { staying: staying.filter(isAsked), waiting: waiting.filter(isAsked), ...defined({ doubts }) };
}

/** The plan of the chosen hunks; `undefined` if whole files are put back. */
async function divided(
  shadow: Shadow,
  items: readonly PlanItem[],
  { kind }: OperationRequest,
  { hunks }: OperationContext,
): Promise<HunkPlan | undefined> {
  if (!hunks) return undefined;
  // A restore shows its hunks as changes from the present to the wanted state, whoever made the changes.
  const isRestore = kind === "restore";
  // Side files that only belong to a database of the step are no pieces of the step.
  const own = items.filter(({ database, base }) => isRestore || database === undefined || base !== undefined);
  return planHunks(shadow, isRestore ? own.map(({ base: _base, ...item }) => item) : own, hunks, isRestore);
}

/** The plan of the kept ignored files: of one state, or of the steps. */
function keptPlanOf(
  place: Place,
  request: OperationRequest,
  { keptBefore, isKeptWhole, keeping }: OperationContext,
  recorded?: ReadonlySet<GitPath>,
): KeptPlan {
  if (keptBefore) return planKeptState(place, keptBefore, request, defined({ isWhole: isKeptWhole, recorded }));
  return planKept(place, keeping?.steps ?? [], request, {
    isWhole: keeping?.isWhole ?? false,
    ...defined({ recorded }),
  });
}

/**
 * Changes a plan so that files that somebody renamed after the steps have their new names. With a choice of hunks, only
 * files that have hunks of lines get them.
 */
async function withFollowed(
  shadow: Shadow,
  recorded: readonly PlanItem[],
  present: ObjectId,
  { kind }: OperationRequest,
  { hunks, isExact }: OperationContext,
): Promise<{ readonly followed: Followed; readonly planned: readonly PlanItem[] }> {
  if (kind !== "undo" && kind !== "redo") return { followed: {}, planned: recorded };
  const followed = await findFollowed(shadow, recorded, present);
  if (Object.keys(followed).length === 0) return { followed, planned: recorded };
  if (hunks) return { followed, planned: await followInHunks(shadow, recorded, followed, present) };
  return { followed, planned: await followRenames(shadow, recorded, { followed, present, isExact }) };
}

/** Name after the steps → present name, of the items that somebody renamed; `undefined` if there is none. */
function namesOf(items: readonly PlanItem[]): Followed | undefined {
  const names = items.flatMap(({ path, former }) => (former === undefined ? [] : [[former, path] as const]));
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

/** Captures the present, with ignored files of the steps, which must be recorded before they are overwritten. */
async function capturePresent(
  { place, engine }: Shadow,
  options: CaptureOptions,
  steps: readonly Step[],
  dryRun: boolean,
): Promise<Capture> {
  const present = await engine.capture({ ...options, ...(!dryRun && { checkObjects: "in full" }) });
  const only = [...new Set(steps.flatMap(({ kept }) => kept ?? []))].filter(
    (path) => path.startsWith(options.prefix) && foundAt(place.worktree.root, path),
  );
  return only.length === 0 ? present : { ...present, tree: (await engine.capture({ ...options, only })).tree };
}

/** Marks files whose content is lost before any file is touched, so that files that depend on them stay, too. */
async function withoutLost(engine: SnapshotEngine, plan: readonly PlanItem[]): Promise<PlanItem[]> {
  const sizes = await engine.sizes(plan.flatMap(({ target }) => target?.id ?? []));
  return plan.map((item) =>
    !item.target || item.fault !== undefined || sizes.has(item.target.id) ? item : { ...item, fault: LOST },
  );
}

/** Adds the contents that the operation makes and no tree holds: a recovery must not take them for a person's edits. */
function withMade(request: OperationRequest, items: readonly PlanItem[]): OperationRequest {
  const made = items.flatMap(({ path, lines, merged, target }) =>
    (lines || merged?.isApart) && target ? [[path, target.id] as const] : [],
  );
  return { ...request, ...(made.length > 0 && { made: Object.fromEntries(made) }) };
}
