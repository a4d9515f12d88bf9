import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import {
  liveCheckpoints,
  readHistory,
  tornOperation,
  type History,
  type StoredCheckpoint,
} from "../journal/history.ts";
import { stepsOf } from "../journal/steps.ts";
import { withAcrossLock } from "../locks/restore-lock.ts";
import { openHistory } from "../open/open-shadow.ts";
import { newId, placeOf, type Place } from "../place.ts";
import { historyWithOpen } from "../record/open-history.ts";
import { furtherPlaces } from "../record/reach.ts";
import { forgetAcross, readAcross, writeAcross } from "./across-plan.ts";
import { joinResults, type Part } from "./join-results.ts";
import { redo, redoable, type RedoOptions } from "./redo.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { undo, type UndoOptions } from "./undo.ts";

/**
 * `undo` in a worktree and in the repositories that were recorded together with it: a turn is one step in all of them.
 * What it would do is looked at everywhere first; where one of them refuses, nothing is done in any, and where one fails
 * on the way, the others are put back. From a sub-folder, of single paths, hunks
 * or a named step, only the folder's own repository is meant.
 */
export async function undoAcross(io: Io, folder: string, options: UndoOptions = {}): Promise<RestoreResult> {
  const { count = 1, session, dryRun = false, paths = [] } = options;
  const home = placeOf(io, folder);
  const isWhole = home.prefix === "" && paths.length === 0 && options.step === undefined && !options.hunks;
  const others = isWhole ? furtherPlaces(io, home) : [];
  if (others.length === 0) return undo(io, folder, options);
  return withAcrossLock(io, home, dryRun, async () => {
    const back = await goBack(io, [home, ...others], dryRun);
    if (back) return back;
    const groups = await stepsAcross(io, [home, ...others], session);
    if (groups.length < count && count > 1) throw new UserError("tooFewSteps", [String(count), String(groups.length)]);
    const chosen = groups.slice(0, count).flat();
    const places = [home, ...others].filter((place) => chosen.some((one) => one.place === place));
    const idsIn = (place: Place) => chosen.flatMap((one) => (one.place === place ? one.step.id : []));
    if (places.length === 0) return undo(io, folder, options);
    if (places.length === 1 && places[0] === home) return undo(io, folder, { ...options, steps: idsIn(home) });
    const act = async (place: Place, more: UndoOptions) =>
      undo(io, place.worktree.root, { ...(options.onlyAgent && { onlyAgent: true }), steps: idsIn(place), ...more });
    const previews: Part[] = [];
    for (const place of places) previews.push([place, await refusing(place, () => act(place, { dryRun: true }))]);
    const refused = previews.find(([, { files, complete }]) => files === 0 && !complete);
    if (refused) return nothingDone(previews, refused[0]);
    return dryRun ? joinResults(previews) : actInAll(io, home, previews, act);
  });
}

type Act = (place: Place, more: UndoOptions) => Promise<RestoreResult>;

async function actInAll(io: Io, home: Place, previews: readonly Part[], act: Act): Promise<RestoreResult> {
  const across = `${newId()} ${home.worktree.root}`;
  const done: Part[] = [];
  writeAcross(io, home.shadow, across);
  try {
    for (const [place] of previews) {
      const result = await refusing(place, () => act(place, { across }));
      if (!result.restored)
        throw new UserError("badArgument", [
          `${place.worktree.root} changed this moment, so nothing was put back in any.`,
        ]);
      done.push([place, result]);
    }
  } catch (error) {
    for (const [place] of done.toReversed()) await redo(io, place.worktree.root);
    forgetAcross(home.shadow);
    throw error;
  }
  forgetAcross(home.shadow);
  return { ...joinResults(done), wayBack: "redo" };
}

/** The same error with the repository that it is about. */
async function refusing(place: Place, work: () => Promise<RestoreResult>): Promise<RestoreResult> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    const why = `Nothing was changed in any repository, since ${printable(place.worktree.root)} refuses: ${error.message}`;
    throw new UserError("badArgument", [why], error);
  }
}

function nothingDone(previews: readonly Part[], { worktree }: Place): RestoreResult {
  const { undone, skipped } = joinResults(previews);
  const why = `Nothing is changed in any repository, since nothing could be put back in ${printable(worktree.root)}.`;
  return { ...NOTHING_RESTORED, complete: false, undone, skipped, notes: [why] };
}

/** A step in one repository. */
interface Member {
  readonly place: Place;
  readonly step: StoredCheckpoint;
}

/** Steps that belong together, the newest first. Of another repository only those of sessions that began in the first. */
async function stepsAcross(io: Io, places: readonly Place[], session: string | undefined): Promise<Member[][]> {
  const [home] = places;
  const histories: [Place, History][] = [];
  for (const place of places) {
    const { shadow, history } = await openHistory(io, place.worktree.root, "look");
    if (shadow) histories.push([place, (await historyWithOpen(io, shadow, history)).history]);
  }
  const own = session === undefined ? undefined : sessionIn(histories, session);
  const groups = new Map<string, Member[]>();
  for (const [place, history] of histories) {
    for (const [step] of stepsOf(liveCheckpoints(history, own))) {
      if (!step || (place !== home && step.home !== home!.worktree.root)) continue;
      const key = step.tie ?? `${place.worktree.root}\n${step.id}`;
      groups.set(key, [...(groups.get(key) ?? []), { place, step }]);
    }
  }
  const endOf = (members: readonly Member[]) => Math.max(...members.map(({ step }) => Date.parse(step.createdAt)));
  return [...groups.values()].toReversed().toSorted((one, other) => endOf(other) - endOf(one));
}

function sessionIn(histories: readonly (readonly [Place, History])[], id: string): string {
  const all = new Set(histories.flatMap(([, { checkpoints }]) => checkpoints.flatMap(({ session }) => session ?? [])));
  if (all.has(id)) return id;
  const [found, ...more] = id === "" ? [] : [...all].filter((one) => one.startsWith(id));
  if (found === undefined || more.length > 0)
    throw new UserError(found === undefined ? "unknownSession" : "ambiguousSession", [printable(id)]);
  return found;
}

/**
 * Brings back the state before an operation that died on the way, in every repository that it had come to. `undefined`
 * where there is none, or it had touched no file.
 */
async function goBack(io: Io, places: readonly Place[], dryRun: boolean): Promise<RestoreResult | undefined> {
  const across = readAcross(places[0]!.shadow);
  const parts: Part[] = [];
  for (const place of places) {
    const history = readHistory(place.shadow);
    const isTorn = tornOperation(history) !== undefined;
    const isDone = across !== undefined && redoable(history, undefined).at(-1)?.across === across;
    const root = place.worktree.root;
    // An undo takes back what died on the way before all else; without a step nothing more happens.
    if (isTorn) parts.push([place, await undo(io, root, { dryRun, steps: [] })]);
    else if (isDone) parts.push([place, await redo(io, root, { dryRun })]);
  }
  if (across !== undefined && !dryRun) forgetAcross(places[0]!.shadow);
  const { isRedo: _, ...result } = joinResults(parts);
  if (result.files === 0) return undefined;
  const said =
    across === undefined
      ? "A command was ended on the way: the state before it is what comes back."
      : "An undo over several repositories was ended on the way: the state before it is what comes back in all of them.";
  return { ...result, undone: [], notes: [said, ...result.notes] };
}

/** `redo` of such an undo, in every repository in which it is the newest one. */
export async function redoAcross(io: Io, folder: string, options: RedoOptions = {}): Promise<RestoreResult> {
  const { count = 1, session, dryRun = false } = options;
  const home = placeOf(io, folder);
  const others = home.prefix === "" && session === undefined ? furtherPlaces(io, home) : [];
  if (others.length === 0) return redo(io, folder, options);
  return withAcrossLock(io, home, dryRun, async () => {
    const back = await goBack(io, [home, ...others], dryRun);
    if (back) return back;
    const newest = (place: Place) => redoable(readHistory(place.shadow), undefined).at(-1);
    const ours = others.filter((place) => newest(place)?.across?.endsWith(` ${home.worktree.root}`));
    const last = [home, ...ours]
      .flatMap((place) => newest(place) ?? [])
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .at(-1);
    if (last?.across === undefined) return redo(io, folder, options);
    if (count > 1)
      throw new UserError("badArgument", [
        "The last undo was over several repositories: take it back by itself first.",
      ]);
    const parts: Part[] = [];
    for (const place of [home, ...ours])
      if (newest(place)?.across === last.across) parts.push([place, await redo(io, place.worktree.root, { dryRun })]);
    return { ...joinResults(parts), ...(!dryRun && { wayBack: "undo" }) };
  });
}
