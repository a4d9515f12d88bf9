import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { Covered } from "../../coverage.ts";
import type { CaptureOptions, ObjectId, SnapshotEngine } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { Account } from "../../journal/account.ts";
import { nextMoment } from "../../journal/journal-file.ts";
import { appendRecord, type BeginRecord, type EndRecord } from "../../journal/journal.ts";
import type { OpenShadow } from "../../open/open-shadow.ts";
import { liveCheckpoints } from "../../journal/history.ts";
import { newId } from "../../place.ts";
import { restartOpen } from "../../record/close-open.ts";
import { removeRefs, writeRefs } from "../../refs.ts";
import { isIgnoreFile } from "../../source/ignore-files.ts";
import { accountOf } from "./account.ts";
import { withStaged } from "./about-git.ts";
import { applyPlan } from "../put/apply-plan.ts";
import { removeFolders } from "../put/folders.ts";
import { KnownModes, withModes } from "../put/permissions.ts";
import { readKeptState } from "../../keep/kept-state.ts";
import { keepWorktree } from "../../keep/keep-worktree.ts";
import { putAllKept } from "../kept/put-kept.ts";
import { afterKept, withKeptRemaining } from "./about-kept.ts";
import type { OperationContext, OperationRequest } from "./request.ts";
import { planOperation, type OperationPlan } from "./plan-operation.ts";
import { keepRest, remainingAfter } from "./remaining.ts";
import { NOTHING_RESTORED, countLines, type RestoreResult } from "./restore-result.ts";
import { tellSessions } from "./tell-sessions.ts";

/**
 * Captures the present, records the plan, carries it out, and records the end. If the capture fails no file is touched;
 * if the process dies on the way, the journal knows and `undo` brings the present back. Afterwards every open turn and
 * call goes on from the new state.
 */
export async function runOperation(
  io: Io,
  opened: OpenShadow,
  asked: OperationRequest,
  dryRun: boolean,
  context: OperationContext = {},
): Promise<RestoreResult> {
  const { shadow } = opened;
  const plan = await planOperation(shadow, asked, dryRun, context);
  const { request, planned, inside, settled, elsewhere, sparseAdded, byHunk, kept, resultFor } = plan;
  if (dryRun) {
    const result = await countLines(shadow.engine, withStaged(io, shadow.place, resultFor(settled.skipped)));
    return byHunk ? { ...result, hunks: byHunk.listed } : result;
  }
  if (byHunk && inside.length === 0) return { ...NOTHING_RESTORED, ...pick(resultFor([])) };
  // A recovery is recorded even if it finds nothing to do, or the torn operation would stay torn. An operation that has
  // to leave every file alone is not recorded: it would be in the way of the next undo.
  if (request.kind !== "recover" && settled.ready.length + kept.ready.length === 0) {
    const isInTheWay =
      settled.skipped.length + elsewhere.length + sparseAdded.length + (context.waiting?.length ?? 0) > 0;
    // A step is used up if every path is as it was before, or somebody else's: it would be in the way of others.
    const isUsedUp = inside.length > 0 || (request.kind === "undo" && planned.length + kept.inPlace.length === 0);
    if (isInTheWay || request.whole === true || !isUsedUp)
      return { ...NOTHING_RESTORED, ...pick(resultFor(settled.skipped, [])) };
  }

  return carryOut(io, opened, plan, context);
}

/** Records the plan, carries it out, and records the end. */
async function carryOut(
  io: Io,
  { shadow, history }: OpenShadow,
  plan: OperationPlan,
  context: OperationContext,
): Promise<RestoreResult> {
  const { place, engine } = shadow;
  const { request, capturing, states, planned, inside, outside, differing, elsewhere, byHunk, kept, resultFor } = plan;
  const { root } = place.worktree;
  const { before } = states;
  const id = newId();
  writeRefs(place.shadow, id, { before }, { pid: io.pid, durable: true });
  const at = io.now().toISOString();
  const began = nextMoment(place.shadow);
  // The present of ignored files, too, before one of these is written over.
  const { id: keep } = kept.ready.length > 0 ? await keepWorktree(io, shadow, "") : {};
  appendRecord(place.shadow, {
    type: "begin",
    id,
    at,
    began,
    pid: io.pid,
    ...states,
    ...request,
    ...(keep !== undefined && { keep }),
  });
  removeFolders(root, context.emptyFolders ?? []);
  const modes = new KnownModes(place.shadow, statesOf(request));
  const skipped = await applyPlan(
    root,
    engine,
    differing,
    { operation: id, modes, since: sinceOf(context) },
    io.progress,
  );
  const back = putAllKept(place, kept, id, new Set(readKeptState(place.shadow, keep)?.files.map(({ path }) => path)));
  const folders = back.done.flatMap(({ file }) => (file.isFolder ? file.path : []));
  const untouched = new Set(skipped.map(({ path }) => path));
  const only = differing.map(({ path }) => path).filter((path) => !untouched.has(path));
  if (only.length + back.done.length === 0 && skipped.length + back.left.length > 0 && request.kind !== "recover") {
    appendRecord(place.shadow, { type: "end", id, at: io.now().toISOString(), after: before, isVoid: true });
    removeRefs(place.shadow, id);
    return { ...NOTHING_RESTORED, ...pick(afterKept(resultFor(skipped, []), back)) };
  }
  const target = skipped.length + outside.length === 0 ? targetOf(request, before) : undefined;
  const { tree: after, ...found } = await stateAfter(engine, capturing, states, only, target);
  const more = { ...found, ...withModes(io, place, found.coverage, only) };
  writeRefs(place.shadow, id, { after }, { pid: io.pid, durable: true });
  const chosen = new Set(inside.map(({ path }) => path));
  const others = [
    ...planned.filter(({ path }) => !chosen.has(path)),
    ...skipped,
    ...elsewhere,
    ...(context.waiting ?? []),
  ];
  const formerly = new Map(planned.map(({ path, former = path }) => [path, former]));
  const notDone = new Set([
    ...others.flatMap(({ path }) => [path, formerly.get(path) ?? path]),
    ...(byHunk?.rest.keys() ?? []),
  ]);
  const done = inside.filter(({ path }) => !notDone.has(path));
  const { steps = [] } = context;
  const remaining = withKeptRemaining(
    await remainingAfter(engine, { ...request, steps, live: liveCheckpoints(history), done, notDone }),
    steps,
    kept,
    back,
  );
  const rest = await keepRest(io, shadow, id, { request, context, rest: byHunk?.rest ?? new Map(), untouched });
  // Before the operation's end is recorded: open turns must not take it for their own work, even if the process dies
  // here.
  await restartOpen(io, shadow, { tree: after, coverage: more.coverage, prefix: capturing.prefix });
  const result = afterKept(resultFor(skipped), back);
  appendRecord(place.shadow, {
    type: "end",
    id,
    at: io.now().toISOString(),
    after,
    ...more,
    ...defined({ remaining, rest, account: accountToKeep(result) }),
    ...(folders.length > 0 && { folders }),
  });
  tellSessions(io, { place, history }, { ...request, id, at }, result.changes, context.steps);
  return withStaged(io, place, {
    ...result,
    restored: true,
    checkpoint: id,
    // A step that was used up without a file being written has nothing that a command could bring back.
    ...(result.changes.some(({ path }) => !path.endsWith("/")) && { wayBack: wayBack(request, id) }),
  });
}

/** Paths of one kind that a record of the journal names. */
const NAMED = 100;

/** The account of a result for the journal; `undefined` if every path was put back, which the two states show. */
function accountToKeep(result: RestoreResult): Account | undefined {
  const { remaining, notHeld, kept } = accountOf(result);
  if (remaining.length + notHeld.length + kept.length === 0) return undefined;
  return {
    restored: [],
    remaining: remaining.slice(0, NAMED),
    notHeld: notHeld.slice(0, NAMED),
    kept: kept.slice(0, NAMED),
  };
}

/** The parts of a plan for the result of an operation that did nothing: the obstacles, and its steps. */
function pick({ complete, undone, ...result }: RestoreResult): Partial<RestoreResult> {
  const { head, ties, skipped, notes, notHeld, keptInPlace, isAsBefore } = result;
  return {
    complete,
    undone: complete ? [] : undone,
    skipped,
    notes,
    notHeld,
    keptInPlace,
    ...defined({ head, ties, isAsBefore }),
  };
}

/** The states that files may go back to, and the facts about each beside its tree. */
function statesOf({ steps, origin, originCoverage }: OperationRequest): Covered[] {
  const targets = steps.map(({ target, coverage }) => ({ tree: target, coverage }));
  return origin === undefined ? targets : [...targets, { tree: origin, coverage: originCoverage }];
}

/** The beginning of the oldest step of an undo, in milliseconds: an older folder stays. */
function sinceOf({ told }: OperationContext): number | undefined {
  return told && Math.min(...told.map(({ startedAt }) => Date.parse(startedAt)));
}

/** A checkpoint is a step, which undo takes back; only an undo can be redone. */
function wayBack({ kind, isCheckpoint }: OperationRequest, id: string): string {
  if (isCheckpoint) return "undo";
  return kind === "undo" ? "redo" : `restore ${id}`;
}

/** The tree of the files if a step was taken back whole, from just the state that it led to. */
function targetOf(
  { steps: [step, ...others], whole, paths, origin }: OperationRequest,
  before: ObjectId,
): ObjectId | undefined {
  const isWholeStep =
    step && others.length === 0 && step.expected === before && step.prefix === "" && !step.left && !step.only;
  return isWholeStep && !whole && !paths && origin === undefined ? step.target : undefined;
}

/**
 * The state after an operation, which differs from the one before in the touched files only: just these are captured.
 * If ignore files are among them, other files are ignored by now, or not any more. Then all files are captured, and the
 * untouched ones are named, so that taking the operation back leaves them alone.
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
    // The state also holds restored files that restored rules ignore: otherwise taking the operation back would not
    // know of them.
    const { tree } = await engine.capture({ ...options, only });
    const touched = new Set(only);
    const skippedPaths = (await engine.diff(before, tree, options.prefix))
      .map(({ path }) => path)
      .filter((path) => !touched.has(path));
    return {
      tree,
      ...(after.coverage !== undefined && { coverage: after.coverage }),
      ...(skippedPaths.length > 0 && { left: skippedPaths }),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return partly(); // more came to light than one capture takes in
  }
}
