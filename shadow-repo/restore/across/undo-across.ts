import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { UserError } from "../../../kit/user-error.ts";
import { calledSo, readHistory, tornOperation } from "../../journal/history.ts";
import { withAcrossLock } from "../../locks/restore-lock.ts";
import type { Place } from "../../place.ts";
import { findHome, type Home } from "../../together.ts";
import { forgetAcross, readAcross } from "./across-plan.ts";
import { actInAll, refusing, withWayBack, type Act, type Everywhere } from "./act-in-all.ts";
import type { HunkChoice } from "../hunks/choose-hunks.ts";
import { joinHunks } from "./hunks-across.ts";
import { joinResults, type Part } from "./join-results.ts";
import { pathsAsked } from "../plan/paths-asked.ts";
import { redo, redoable, type RedoOptions } from "../redo.ts";
import { NOTHING_RESTORED, type RestoreResult } from "../restore-result.ts";
import { placesOf, recordedIn, stepsAcross, whoseCheckpoint, type Member } from "./steps-across.ts";
import { undo, type UndoOptions } from "../undo.ts";

/**
 * `undo` in a folder in which sessions recorded several repositories: a turn is one step in all of them. What it would
 * do is looked at everywhere first; where one of them refuses, nothing is done in any, and where one fails on the way,
 * the others are put back. From a sub-folder of a worktree only that worktree is meant. Hunks are those of one step in all
 * repositories.
 */
export async function undoAcross(io: Io, folder: string, options: UndoOptions = {}): Promise<RestoreResult> {
  const { count = 1, session, step: named, dryRun = false } = options;
  const home = findHome(io, folder);
  const places = placesOf(io, home);
  if (places.length < 2 && home.place) return undo(io, folder, options);
  return withAcrossLock(io, home, dryRun, async () => {
    const back = await goBack(io, home, places, dryRun);
    if (back) return back;
    const all = await recordedIn(io, places);
    const groups = stepsAcross(home, all, session);
    if (options.hunks && count > 1) throw new UserError("oneStep");
    const group = named === undefined ? undefined : groupNamed(groups, named);
    // A call, or a step of one repository alone.
    if (named !== undefined && !group) return undo(io, folderOf(folder, whoseCheckpoint(all, named), home), options);
    if (groups.length < count && count > 1) throw new UserError("tooFewSteps", [String(count), String(groups.length)]);
    return undoMembers(io, folder, { home, places, members: group ?? groups.slice(0, count).flat() }, options);
  });
}

/** The repositories that an undo may be about, and the steps in these that are taken back. */
interface Chosen {
  readonly home: Home;
  readonly places: readonly Place[];
  readonly members: readonly Member[];
}

/** Takes steps back in the repositories that hold them, as far as paths of these are asked for. */
async function undoMembers(
  io: Io,
  folder: string,
  { home, places, members }: Chosen,
  options: UndoOptions,
): Promise<RestoreResult> {
  const { dryRun = false, onlyAgent = false, kept = false, paths = [], hunks } = options;
  if (members.length === 0) return home.place ? undo(io, folder, options) : NOTHING_RESTORED;
  const asked = pathsAsked(folder, paths, places);
  const among = places.filter((place) => asked(place) && members.some((one) => one.in.place === place));
  const [only] = among;
  if (!only) throw new UserError("unknownPath", [printable(paths[0]!)]);
  const act: Act = async (place, more) =>
    undo(io, place.worktree.root, {
      ...(onlyAgent && { onlyAgent }),
      ...(kept && { kept }),
      ...(asked(place)?.length && { paths: asked(place)! }),
      steps: members.flatMap((one) => (one.in.place === place ? one.step.id : [])),
      ...more,
    });
  if (hunks) return hunksInAll(io, home, { places: among, dryRun }, hunks, act);
  if (among.length === 1 && only === home.place) return act(only, { dryRun });
  return actInAll(io, home, { places: among, dryRun }, act);
}

/** The chosen hunks of a step; without a choice all of them, or the list of a dry run. */
async function hunksInAll(
  io: Io,
  home: Home,
  { places, dryRun }: Everywhere,
  hunks: HunkChoice,
  act: Act,
): Promise<RestoreResult> {
  const previews: Part[] = [];
  for (const place of places)
    previews.push([place, await refusing(place, () => act(place, { hunks: {}, dryRun: true }))]);
  const { listed, chosenIn } = joinHunks(home, previews);
  const chosen = chosenIn(hunks.chosen);
  const own = places.filter((place) => chosen.has(place));
  const some: Act = (place, more) => act(place, { ...more, hunks: { ...hunks, chosen: chosen.get(place)! } });
  const isHomeAlone = own.length === 1 && own[0] === home.place;
  const result = isHomeAlone
    ? await some(own[0]!, { dryRun })
    : await actInAll(io, home, { places: own, dryRun }, some);
  return dryRun ? { ...result, hunks: listed } : result;
}

/** The group of a step by its id, or by the beginning of it. */
function groupNamed(groups: readonly Member[][], id: string): Member[] | undefined {
  const idsOf = (members: readonly Member[]) => members.map(({ step }) => step.id);
  const [found, ...more] = calledSo(groups.flatMap(idsOf), id);
  return found === undefined || more.length > 0 ? undefined : groups.find((one) => idsOf(one).includes(found));
}

/** The folder of an undo. @throws UserError if it is in no repository, and none was named */
function folderOf(folder: string, found: Pick<Member["in"], "place"> | undefined, { place }: Home): string {
  const own = found?.place ?? place;
  if (!own)
    throw new UserError("badArgument", [
      "That is no step of a session that began here: go into its repository, and ask there.",
    ]);
  return own === place ? folder : own.worktree.root;
}

/**
 * Brings back the state before an operation that died on the way, in every repository that it had come to. `undefined`
 * if there is none, or it had touched no file.
 */
async function goBack(
  io: Io,
  home: Home,
  places: readonly Place[],
  dryRun: boolean,
): Promise<RestoreResult | undefined> {
  const across = readAcross(io, home);
  const parts: Part[] = [];
  for (const place of places) {
    const history = readHistory(place.shadow);
    const isTorn = tornOperation(history) !== undefined;
    const isDone = across !== undefined && redoable(history, undefined).at(-1)?.across === across;
    const root = place.worktree.root;
    // An undo takes back an operation that died on the way before all else; without a step nothing more happens.
    if (isTorn) parts.push([place, await undo(io, root, { dryRun, steps: [] })]);
    else if (isDone) parts.push([place, await redo(io, root, { dryRun })]);
  }
  if (across !== undefined && !dryRun) forgetAcross(io, home);
  const { isRedo: _, ...result } = joinResults(home, parts);
  if (result.files === 0) return undefined;
  const said =
    across === undefined
      ? "A command was ended on the way: the state before it is what comes back."
      : "An undo over several repositories was ended on the way: the state before it is what comes back in all of them.";
  return { ...result, undone: [], notes: [said, ...result.notes] };
}

/** The redo of an undo over several repositories, in each repository in which that is the newest one. */
export async function redoAcross(io: Io, folder: string, options: RedoOptions = {}): Promise<RestoreResult> {
  const { count = 1, session, dryRun = false } = options;
  const home = findHome(io, folder);
  const places = session !== undefined && home.place ? [home.place] : placesOf(io, home);
  if (places.length < 2 && home.place) return redo(io, folder, options);
  return withAcrossLock(io, home, dryRun, async () => {
    const back = await goBack(io, home, places, dryRun);
    if (back) return back;
    const newest = (place: Place) => redoable(readHistory(place.shadow), undefined).at(-1);
    const isOurs = (place: Place) => place === home.place || newest(place)?.across?.endsWith(` ${home.root}`);
    const ours = places.filter(isOurs);
    const last = ours
      .flatMap((place) => newest(place) ?? [])
      .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
      .at(-1);
    if (last?.across === undefined) return home.place ? redo(io, folder, options) : NOTHING_RESTORED;
    if (count > 1)
      throw new UserError("badArgument", [
        "The last undo was over several repositories: take it back by itself first.",
      ]);
    const parts: Part[] = [];
    for (const place of ours)
      if (newest(place)?.across === last.across) parts.push([place, await redo(io, place.worktree.root, { dryRun })]);
    return dryRun ? joinResults(home, parts) : withWayBack(joinResults(home, parts), "undo");
  });
}
