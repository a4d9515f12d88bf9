import type { Skipped } from "../../engine.ts";
import { defined } from "../../../kit/defined.ts";
import type { Io } from "../../../kit/io.ts";
import type { Account } from "../../journal/account.ts";
import { nextMoment } from "../../journal/journal-file.ts";
import { appendRecord } from "../../journal/journal.ts";
import type { OpenShadow } from "../../open/open-shadow.ts";
import type { RestoredPart } from "../../../session/restored-notes.ts";
import { toText } from "../../git-path.ts";
import { liveCheckpoints, type StoredCheckpoint } from "../../journal/history.ts";
import { newId, type Place } from "../../place.ts";
import { restartOpen } from "../../record/close-open.ts";
import { removeRefs, writeRefs } from "../../refs.ts";
import { clockSlack, timeOnDisk } from "../../source/disk-clock.ts";
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
import { pathsNotDone, withFormer } from "./paths-left.ts";
import { keptFolders, provenBefore, sinceOf, statesOf } from "./put-options.ts";
import { keepRest, remainingAfter } from "./remaining.ts";
import { NOTHING_RESTORED, countLines, type RestoreResult } from "./restore-result.ts";
import { stateAfter, targetOf } from "./state-after.ts";
import { tellSessions } from "./tell-sessions.ts";
import { wayBack } from "./way-back.ts";

/**
 * Captures the present, records the plan, carries it out, and records the end. If the capture fails, no file is
 * touched. If the process dies, the journal lacks the end, and the next `undo`, `redo`, `restore` or `reset` brings the
 * captured present back. Every open turn and call then continues from the new state.
 */
export async function runOperation(
  io: Io,
  opened: OpenShadow,
  asked: OperationRequest,
  dryRun: boolean,
  context: OperationContext = {},
): Promise<RestoreResult> {
  const { shadow } = opened;
  const started = dryRun ? 0 : timeOnDisk(io, shadow.place.shadow) - clockSlack(io, shadow.place);
  const plan = await planOperation(shadow, asked, dryRun, context);
  const { request, inside, settled, changing, elsewhere, sparseAdded, byHunk, kept, resultFor } = plan;
  if (dryRun) {
    const planned = await countLines(shadow.engine, staged(io, shadow.place, request, resultFor(settled.skipped)));
    const result = { ...planned, ...defined({ keptStay: keptStay(plan, context) }) };
    return byHunk ? { ...result, hunks: byHunk.listed } : result;
  }
  if (byHunk && inside.length === 0) return { ...NOTHING_RESTORED, ...pick(resultFor([])) };
  // A recovery is recorded even if it changes no file; otherwise the operation that died would stay open. Any other
  // operation that leaves every file alone is not recorded, so that the next undo finds the step again.
  const changed = changing.length + kept.ready.length + (context.emptyFolders?.length ?? 0);
  if (request.kind !== "recover" && changed === 0) {
    const isInTheWay =
      settled.skipped.length + elsewhere.length + sparseAdded.length + (context.waiting?.length ?? 0) > 0;
    // If every path of a step is as before or another session's, the undo is recorded, so that the next undo takes the
    // previous step.
    // A redo after newer steps would be a row without a change, and leaves the undone steps undone.
    const isOnlyRow = request.kind === "redo" && request.isCheckpoint === true;
    const isUsedUp = !isOnlyRow && (inside.length > 0 || keptStay(plan, context) === "told");
    if (isInTheWay || request.whole === true || !isUsedUp)
      return { ...NOTHING_RESTORED, ...pick(resultFor(settled.skipped, [])) };
  }

  return carryOut(io, opened, plan, context, started);
}

/**
 * How an undo leaves steps of which it can put back nothing, and no recorded file is wanted. `offered`: the steps only
 * changed kept files in place, and stay on offer as they are. `told`: the undo is recorded, so that the next one takes
 * the previous step. `undefined` for any other operation.
 */
function keptStay(
  { request, planned, kept, changing, emptyFolders }: OperationPlan,
  { staying = [] }: OperationContext,
): RestoreResult["keptStay"] {
  if (request.kind !== "undo" || planned.length + changing.length + kept.ready.length + emptyFolders.length > 0)
    return undefined;
  // Beside files of others, or files that have to stay, the step is passed over once it was recorded as undone in part.
  return kept.inPlace.length > 0 && kept.staying.length + staying.length === 0 ? "offered" : "told";
}

/** Records the plan, carries it out, and records the end. */
async function carryOut(
  io: Io,
  { shadow, history }: OpenShadow,
  plan: OperationPlan,
  context: OperationContext,
  started: number,
): Promise<RestoreResult> {
  const { place, engine } = shadow;
  const { request, capturing, states, outside, differing, settled, byHunk, kept, emptyFolders, resultFor } = plan;
  const [{ root }, { before }] = [place.worktree, states];
  const { id, at, keep } = await recordBegin(io, shadow, plan);
  removeFolders(root, emptyFolders);
  const modes = new KnownModes(place.shadow, statesOf(request));
  const { skipped, written, madeFolders } = await applyPlan(
    root,
    engine,
    differing,
    {
      operation: id,
      modes,
      since: sinceOf(context),
      keepsFolder: keptFolders(context),
      seen: provenBefore(started, settled.seen),
    },
    io.progress,
  );
  const back = putAllKept(place, kept, id, new Set(readKeptState(place.shadow, keep)?.files.map(({ path }) => path)));
  const folders = back.done.flatMap(({ file }) => (file.isFolder ? file.path : []));
  const untouched = new Set(skipped.map(({ path }) => path));
  const only = differing.map(({ path }) => path).filter((path) => !untouched.has(path));
  const isAnyDone = back.done.length > 0 || plan.changing.some(({ path }) => !untouched.has(path));
  if (!isAnyDone && skipped.length + back.left.length > 0 && request.kind !== "recover") {
    appendRecord(place.shadow, { type: "end", id, at: io.now().toISOString(), after: before, isVoid: true });
    removeRefs(place.shadow, id);
    return { ...NOTHING_RESTORED, ...pick(afterKept(resultFor(skipped, []), back)) };
  }
  const target = skipped.length + outside.length === 0 ? targetOf(request, before, differing) : undefined;
  const { tree: after, ...found } = await stateAfter(engine, capturing, states, only, target);
  const more = { ...found, ...withModes(io, place, found.coverage, only, written) };
  writeRefs(place.shadow, id, { after }, { pid: io.pid, durable: true });
  const remaining = await remainingOf({ shadow, history }, plan, context, { skipped, back });
  const rest = await keepRest(io, shadow, id, {
    request,
    context,
    rest: byHunk?.rest ?? new Map(),
    untouched: withFormer(plan, untouched),
  });
  // Restart open turns before the operation's end is recorded. If the process dies in between, no open turn takes the
  // operation's changes for its own.
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
    ...(request.kind === "undo" && { madeFolders }),
  });
  const told = { changes: result.changes, parts: await partsOf(engine, plan, context.steps) };
  tellSessions(io, { place, history }, { ...request, id, at }, told, context.steps);
  return staged(io, place, request, {
    ...result,
    restored: true,
    checkpoint: id,
    ...defined({
      wayBack: wayBack(request, id, {
        isRecorded: after !== before || (request.kind === "undo" && folders.length > 0),
        hasOverwritten: back.done.some(({ over }) => over !== undefined),
      }),
    }),
  });
}

/** Adds the note about staged files, but not to a redo, which brings back the files as these were when staged. */
function staged(io: Io, place: Place, { kind }: OperationRequest, result: RestoreResult): RestoreResult {
  return kind === "redo" ? result : withStaged(io, place, result);
}

/** What is left to be undone of each step. */
async function remainingOf(
  { shadow, history }: Pick<OpenShadow, "shadow" | "history">,
  plan: OperationPlan,
  { steps = [], waiting = [] }: OperationContext,
  { skipped, back }: { readonly skipped: readonly Skipped[]; readonly back: ReturnType<typeof putAllKept> },
): Promise<ReturnType<typeof withKeptRemaining>> {
  const notDone = pathsNotDone(plan, [...skipped, ...waiting]);
  const done = plan.inside.filter(({ path }) => !notDone.has(path));
  const asked = { ...plan.request, steps, live: liveCheckpoints(history), done, notDone };
  return withKeptRemaining(await remainingAfter(shadow.engine, asked), steps, plan.kept, back);
}

/** Path → the part of a file that an operation puts back; without files that become exactly as in the wanted state. */
async function partsOf(
  engine: OpenShadow["shadow"]["engine"],
  { inside, byHunk, request }: OperationPlan,
  steps: readonly StoredCheckpoint[] = [],
): Promise<ReadonlyMap<string, RestoredPart>> {
  const undone = steps.flatMap(({ after, partly = [] }) =>
    partly.flatMap(({ by, rest }) => (rest && by !== request.operation ? [[rest, after] as const] : [])),
  );
  const changes = request.kind === "redo" && undone.length > 0 ? await engine.diffAll(undone) : [];
  const stillUndone = new Set(changes.flat().map(({ path }) => path));
  return new Map<string, RestoredPart>([
    ...inside.flatMap(({ path, merged }) => (merged ? [[toText(path), "edits stay"] as const] : [])),
    ...inside.flatMap(({ path }) => (stillUndone.has(path) ? [[toText(path), "redone"] as const] : [])),
    ...(byHunk?.taken ?? []),
  ]);
}

/** Records the plan under a new id. Gives the id, the time as RFC 3339, and the state of the kept ignored files. */
async function recordBegin(io: Io, shadow: OpenShadow["shadow"], { kept, states, request }: OperationPlan) {
  const { place } = shadow;
  const id = newId();
  writeRefs(place.shadow, id, { before: states.before }, { pid: io.pid, durable: true });
  const at = io.now().toISOString();
  const began = nextMoment(place.shadow);
  // Before an ignored file is overwritten, copies of all present ignored files are kept.
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
  return { id, at, keep };
}

/** The most paths in each list of an account in the journal. */
const NAMED = 100;

/** The account of a result for the journal, without `restored`; `undefined` if every path was put back. */
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

/** The fields of a planned result that also hold for an operation that changed no file. */
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
