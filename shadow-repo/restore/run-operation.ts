import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Covered } from "../coverage.ts";
import type { Capture, CaptureOptions, ObjectId, Skipped, SnapshotEngine } from "../engine.ts";
import { commonFolder, isAmong, type GitPath } from "../git-path.ts";
import type { StoredCheckpoint } from "../journal/history.ts";
import { nextMoment } from "../journal/journal-file.ts";
import { appendRecord, type BeginRecord, type EndRecord, type Step } from "../journal/journal.ts";
import { removeRefs, writeRefs } from "../refs.ts";
import type { Shadow } from "../open/open-shadow.ts";
import { newId } from "../place.ts";
import { restartOpen } from "../record/close-open.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";
import { foundAt } from "../source/on-disk.ts";
import { KnownModes, withModes } from "./known-modes.ts";
import { LOST, applyPlan, settle } from "./apply-plan.ts";
import { keepRest, withClashes, withHunks } from "./by-hunk.ts";
import { planHunks, type HunkChoice } from "./choose-hunks.ts";
import { aboutUnrecorded } from "./about-unrecorded.ts";
import { aboutMerged, mergeEdits } from "./merge-edits.ts";
import { planRestore, same, type PlanItem } from "./plan-restore.ts";
import { remainingAfter } from "./remaining.ts";
import { aboutSteps, withStaged } from "./about-git.ts";
import { NOTHING_RESTORED, countLines, resultOf, type Named, type RestoreResult } from "./restore-result.ts";
import { tellSessions } from "./tell-sessions.ts";

/** The request; the run adds the rest of the journal's record. */
export type OperationRequest = Omit<BeginRecord, "type" | "id" | "at" | "began" | "pid" | "before" | "coverage">;

/** The parts of an operation that are not written into the journal. */
export interface OperationContext extends Named {
  /** The steps of the operation, for sentences about it. */
  readonly steps?: readonly StoredCheckpoint[];
  /** Of an undo: every checkpoint that is in effect. */
  readonly live?: readonly StoredCheckpoint[];
  /** The chosen hunks, if not all of each file is to be put back; and of an undo their one step. */
  readonly hunks?: HunkChoice & { readonly step?: string };
  /** Why files that are as asked for already do not count as put back. */
  readonly notByUs?: string | undefined;
}

/**
 * Captures the present, records the plan, carries it out, and records the end. If the capture fails nothing is touched;
 * if the process dies on the way, the journal knows and `undo` brings the present back. Afterwards every turn and call
 * that is open goes on from the new state.
 */
export async function runOperation(
  io: Io,
  shadow: Shadow,
  asked: OperationRequest,
  dryRun: boolean,
  context: OperationContext = {},
): Promise<RestoreResult> {
  const { place, engine } = shadow;
  const root = place.worktree.root;
  // The scope includes the command's own folder, since the recorded states stand for that folder.
  const scope = commonFolder([asked.prefix, ...asked.steps.map((step) => step.prefix)]);
  const options = { prefix: scope };
  const present = await capturePresent(shadow, options, asked.steps, dryRun);
  const { tree: before, coverage } = present;
  const states = { before, ...(coverage !== undefined && { coverage }) };
  const merge = (items: readonly PlanItem[]) => mergeEdits(shadow, items);
  const planned = await withoutLost(engine, await planRestore(shadow, { ...asked, ...states }, merge));
  // The requested paths narrow silently; a file outside of the command's folder must not be touched.
  const among = planned.filter(({ path }) => isAmong(path, asked.paths));
  const within = among.filter(({ path }) => path.startsWith(asked.prefix));
  const byHunk = context.hunks && (await planHunks(shadow, within, context.hunks, asked.kind === "restore"));
  const request = byHunk ? withHunks(asked, byHunk.items) : asked;
  // Only an undo speaks of differences that later edits may lie beside: any other brings back a state as it was.
  const inside = byHunk ? byHunk.items : request.kind === "undo" ? await merge(within) : within;
  // Who chooses hunks was shown those of this folder only.
  const outside = byHunk ? [] : among.filter(({ path }) => !path.startsWith(request.prefix));
  const brought = sparseAdditions(root, request);
  // If neither side has a file there may be one that no capture records, such as one that is ignored by now: it is
  // named.
  const differing = inside.filter((item) => !same(item.current, item.target) || (!item.current && !item.target));
  const settled = settle(root, engine, differing);
  const sameAlready = inside.filter((item) => same(item.current, item.target)).map(({ path }) => path);
  const elsewhere = context.notByUs === undefined ? [] : sameAlready.map((path) => ({ path, why: context.notByUs! }));
  const { notes, ...told } = aboutSteps(place, context.steps ?? []);
  const unrecorded =
    request.kind === "undo" ? await aboutUnrecorded(shadow, context.steps ?? [], request, present) : [];
  const resultFor = (skipped: readonly Skipped[], items = inside) => ({
    ...withClashes(resultOf(before, items, [...skipped, ...elsewhere, ...brought], outside, context), byHunk),
    ...told,
    notes: [...notes, ...aboutMerged(items), ...unrecorded],
    ...(request.kind === "redo" && { isRedo: true as const }),
  });
  if (dryRun) {
    const result = await countLines(engine, withStaged(io, place, resultFor(settled.skipped)));
    return byHunk ? { ...result, hunks: byHunk.listed } : result;
  }
  if (byHunk && inside.length === 0) return { ...NOTHING_RESTORED, ...pick(resultFor([])) };
  // A recovery is recorded even if it finds nothing to do, or the torn operation would stay torn. An operation that has
  // to leave every file alone is not recorded: it would be in the way of the next undo.
  if (request.kind !== "recover" && settled.ready.length === 0) {
    const isInTheWay = settled.skipped.length + elsewhere.length > 0;
    // A step of which every path is as it was before, or somebody else's, is used up: it would be in the way of others.
    const isUsedUp = inside.length > 0 || (request.kind === "undo" && planned.length === 0);
    if (isInTheWay || request.whole === true || !isUsedUp)
      return { ...NOTHING_RESTORED, ...pick(resultFor(settled.skipped, [])) };
  }

  const id = newId();
  writeRefs(place.shadow, id, { before }, { pid: io.pid, durable: true });
  const at = io.now().toISOString();
  const began = nextMoment(place.shadow);
  appendRecord(place.shadow, { type: "begin", id, at, began, pid: io.pid, ...states, ...request });
  const modes = new KnownModes(place.shadow, statesOf(request));
  const skipped = await applyPlan(root, engine, differing, { operation: id, modes }, io.progress);
  const untouched = new Set(skipped.map(({ path }) => path));
  const only = differing.map(({ path }) => path).filter((path) => !untouched.has(path));
  if (only.length === 0 && skipped.length > 0 && request.kind !== "recover") {
    appendRecord(place.shadow, { type: "end", id, at: io.now().toISOString(), after: before, isVoid: true });
    removeRefs(place.shadow, id);
    return { ...NOTHING_RESTORED, ...pick(resultFor(skipped, [])) };
  }
  const target = skipped.length + outside.length === 0 ? targetOf(request, before) : undefined;
  const { tree: after, ...found } = await stateAfter(engine, options, states, only, target);
  const more = { ...found, ...withModes(io, place, found.coverage, only) };
  writeRefs(place.shadow, id, { after }, { pid: io.pid, durable: true });
  const chosen = new Set(inside.map(({ path }) => path));
  const others = [...planned.filter(({ path }) => !chosen.has(path)), ...skipped, ...elsewhere];
  const notDone = new Set([...others.map(({ path }) => path), ...(byHunk?.rest.keys() ?? [])]);
  const done = inside.filter(({ path }) => !notDone.has(path));
  const { steps = [], live = [] } = context;
  const remaining = await remainingAfter(engine, { ...request, steps, live, done, notDone });
  const rest = await keepRest(io, shadow, id, { request, context, rest: byHunk?.rest ?? new Map(), untouched });
  // Before its end is recorded: open turns must not take it for their own work, even if the process dies here.
  await restartOpen(io, shadow, { tree: after, coverage: more.coverage, prefix: scope });
  appendRecord(place.shadow, {
    type: "end",
    id,
    at: io.now().toISOString(),
    after,
    ...more,
    ...defined({ remaining, rest }),
  });
  const result = resultFor(skipped);
  tellSessions(io, place, { ...request, id, at }, result.changes, context.steps);
  return withStaged(io, place, {
    ...result,
    restored: true,
    checkpoint: id,
    wayBack: wayBack(request, id),
  });
}

/** Of an operation that did nothing: the obstacles, and its steps. */
function pick({ complete, undone, head, skipped, notes }: RestoreResult): Partial<RestoreResult> {
  return { complete, undone: complete ? [] : undone, skipped, notes, ...(head && { head }) };
}

/** The states that files may go back to, and the facts about each beside its tree. */
function statesOf({ steps, origin, originCoverage }: OperationRequest): Covered[] {
  const targets = steps.map(({ target, coverage }) => ({ tree: target, coverage }));
  return origin === undefined ? targets : [...targets, { tree: origin, coverage: originCoverage }];
}

/** A checkpoint is a step, which undo takes back; only an undo can be redone. */
function wayBack({ kind, isCheckpoint }: OperationRequest, id: string): string {
  if (isCheckpoint) return "undo";
  return kind === "undo" ? "redo" : `restore ${id}`;
}

/** The present, with ignored files of the steps: their content must be recorded before it is overwritten. */
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

/** Files that git brought when a sparse checkout was widened: git counts on them, so they stay. */
function sparseAdditions(root: string, request: OperationRequest): Skipped[] {
  const paths = [...new Set(request.steps.flatMap(({ brought }) => brought ?? []))];
  return paths
    .filter((path) => isAmong(path, request.paths) && path.startsWith(request.prefix) && foundAt(root, path))
    .map((path) => ({ path, why: "the sparse checkout was widened to it" }));
}

/** A file whose content is lost is found before anything is touched: files that depend on it then stay, too. */
async function withoutLost(engine: SnapshotEngine, plan: readonly PlanItem[]): Promise<PlanItem[]> {
  const sizes = await engine.sizes(plan.flatMap(({ target }) => target?.id ?? []));
  return plan.map((item) =>
    !item.target || item.fault !== undefined || sizes.has(item.target.id) ? item : { ...item, fault: LOST },
  );
}

/** The tree that the files make up if a step was taken back whole, from just the state that it led to. */
function targetOf(
  { steps: [step, ...others], whole, paths, origin }: OperationRequest,
  before: ObjectId,
): ObjectId | undefined {
  const isWholeStep =
    step && others.length === 0 && step.expected === before && step.prefix === "" && !step.left && !step.only;
  return isWholeStep && !whole && !paths && origin === undefined ? step.target : undefined;
}

/**
 * The state after an operation, which differs from the one before in the touched files only: just these are looked at.
 * If ignore files are among them, other files are ignored by now, or not any more. Then all are looked at, and the
 * untouched files are named, so that taking the operation back leaves them alone.
 */
async function stateAfter(
  engine: SnapshotEngine,
  options: CaptureOptions,
  { before, coverage }: Pick<BeginRecord, "before" | "coverage">,
  only: readonly GitPath[],
  target: ObjectId | undefined,
): Promise<Omit<EndRecord, "type" | "id" | "at" | "after"> & { readonly tree: ObjectId }> {
  const partly = async () => ({
    tree: target ?? (await engine.capture({ ...options, only })).tree,
    ...(coverage !== undefined && { coverage }),
  });
  if (!only.some(isIgnoreFile)) return partly();
  try {
    const after = await engine.capture(options);
    // The state also holds restored files that restored rules ignore, or taking this back would know nothing of them.
    const { tree } = await engine.capture({ ...options, only });
    const touched = new Set(only);
    const left = (await engine.diff(before, tree, options.prefix))
      .map(({ path }) => path)
      .filter((path) => !touched.has(path));
    return {
      tree,
      ...(after.coverage !== undefined && { coverage: after.coverage }),
      ...(left.length > 0 && { left }),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return partly(); // more came to light than one capture takes in
  }
}
