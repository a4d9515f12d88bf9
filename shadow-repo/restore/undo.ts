import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { calledSo } from "../journal/history.ts";
import { withJointLock } from "../locks/restore-lock.ts";
import type { Place } from "../place.ts";
import { findPlaces, onlyPlace, type Places } from "../places.ts";
import { actInAll, refusing, type Act } from "./across/act-in-all.ts";
import { goBack } from "./across/go-back.ts";
import { aboutGoneParts, aboutGoneSince, goneParts, goneSince } from "./across/gone-parts.ts";
import { aboutLeftParts, otherParts } from "./across/other-parts.ts";
import { joinHunks } from "./across/join-hunks.ts";
import { nameFrom, type Part } from "./across/join-results.ts";
import { jointSteps, recordedIn, whoseCheckpoint, type Member } from "./across/steps.ts";
import { chosenOf, idFor, type HunkChoice } from "./hunks/choose-hunks.ts";
import { isInPlaceOnly, isStillWaiting } from "./kept/in-place.ts";
import { planKept } from "./kept/plan-kept.ts";
import { aboutInPlace } from "./operation/about-kept.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./operation/restore-result.ts";
import { undoIn, type UndoIn } from "./operation/undo-in.ts";
import { pathsAsked } from "./across/which-repository.ts";

/** Paths are relative to the folder of the command. */
export type UndoOptions = Omit<UndoIn, "steps" | "across">;

/**
 * Takes back the newest steps of a folder's repository, see `undoIn`. If a session recorded several repositories, a
 * turn is one step in all of them: a dry run in each comes first, no repository is changed if one refuses, and if one
 * fails later, the changed ones get their files back. From a sub-folder of a worktree, only that worktree is undone.
 * Hunks are numbered over all repositories of a step.
 */
export async function undo(io: Io, folder: string, options: UndoOptions = {}): Promise<RestoreResult> {
  const places = findPlaces(io, folder);
  const only = onlyPlace(places);
  const result = only
    ? await withLeftParts(io, only, await undoIn(io, only, options))
    : await undoInSeveral(io, folder, places, options);
  return withNext(withGoneParts(places, result, options.step !== undefined), options);
}

/**
 * Adds notes about deleted repositories: those in which the steps have a part and, unless the request names a step,
 * those in which a later turn is open.
 */
function withGoneParts(places: Places, result: RestoreResult, isNamed: boolean): RestoreResult {
  const gone = goneParts(places, result.ties ?? []);
  const since = isNamed ? [] : goneSince(places, result.undone).filter(({ root }) => !gone.includes(root));
  const known = { places: places.all, ...defined({ git: result.git }) };
  return {
    ...result,
    notes: [...result.notes, ...aboutGoneParts(gone, known), ...aboutGoneSince(since, known)],
    notHeld: [
      ...result.notHeld,
      ...[...gone, ...since.map(({ root }) => root)].map((path) => ({
        path,
        why: "the repository or worktree is gone",
      })),
    ],
  };
}

/** Adds a note about the parts of the steps in other repositories, which an undo in one repository leaves. */
async function withLeftParts(io: Io, place: Place, result: RestoreResult): Promise<RestoreResult> {
  const left = aboutLeftParts(await otherParts(io, place, result.ties ?? []));
  return { ...result, notes: [...result.notes, ...left] };
}

/** If the files of the wanted steps are as before already, adds the command that also takes back the previous step. */
function withNext(result: RestoreResult, { count = 1, session, paths, step, hunks }: UndoOptions): RestoreResult {
  const isNamed = step !== undefined || hunks !== undefined || (paths?.length ?? 0) > 0;
  if (!result.isAsBefore || isNamed) return result;
  const among = session === undefined ? "" : ` --session ${session}`;
  const command = `snapveil undo ${count + 1}${among}`;
  const note = `The turn can still be undone. To take back the turn before it as well: ${command}`;
  return { ...result, notes: [...result.notes, note] };
}

async function undoInSeveral(io: Io, folder: string, places: Places, options: UndoOptions): Promise<RestoreResult> {
  const { count = 1, session, step: named, dryRun = false } = options;
  return withJointLock(io, places, dryRun, async () => {
    const back = await goBack(io, places, dryRun);
    if (back) return back;
    const all = await recordedIn(io, places.all);
    const groups = jointSteps(places, all, session);
    if (options.hunks && count > 1) throw new UserError("oneStep");
    const group = named === undefined ? undefined : groupNamed(groups, named);
    // An id without a group is that of a call, or of a step that only its own repository lists.
    if (named !== undefined && !group)
      return undoIn(io, ownerOf(whoseCheckpoint(all, named)?.place ?? places.own), options);
    if (group) return undoMembers(io, folder, { places, members: group }, options);
    const isTaken = groups.map((members) => !isPassed(members, options));
    const wanted = groups.filter((_, at) => isTaken[at]);
    if (wanted.length < count && count > 1) throw new UserError("tooFewSteps", [String(count), String(wanted.length)]);
    const members = wanted.slice(0, count);
    const passed = groups.slice(0, groups.indexOf(members.at(-1)!)).filter((_, at) => !isTaken[at]);
    const result = await undoMembers(io, folder, { places, members: members.flat() }, options);
    return { ...result, notes: [...aboutPassed(places, passed.flat()), ...result.notes] };
  });
}

/** Whether an undo skips a step of several repositories, since only kept files that stay are left of it. */
function isPassed(members: readonly Member[], { step: named, paths = [], kept = false }: UndoOptions): boolean {
  if (named !== undefined || paths.length > 0) return false;
  return members.every(
    ({ in: { place }, step }) => (!kept && isInPlaceOnly(step)) || isStillWaiting(place, [step], kept),
  );
}

/** For each repository, a sentence about the kept files changed in place that are left of steps that an undo skips. */
function aboutPassed({ root }: Places, members: readonly Member[]): string[] {
  return members.flatMap(({ in: { place }, step }) => {
    const { inPlace } = planKept(place, [step], { prefix: place.prefix }, { isWhole: false });
    const name = nameFrom(root, place.worktree.root);
    return aboutInPlace(inPlace).map((note) => (name === "." ? note : `${printable(name)}: ${note}`));
  });
}

/** The repositories of an undo, and the steps in them that it takes back. */
interface Chosen {
  readonly places: Places;
  readonly members: readonly Member[];
}

/**
 * Takes steps back in the repositories that hold them; if paths are given, only in the repositories that hold the
 * paths.
 */
async function undoMembers(
  io: Io,
  folder: string,
  { places, members }: Chosen,
  options: UndoOptions,
): Promise<RestoreResult> {
  // The steps are chosen already, and paths and hunks differ from repository to repository.
  const { count: _count, step: _step, session: _session, paths = [], hunks, dryRun = false, ...how } = options;
  if (members.length === 0) return places.own ? undoIn(io, places.own, options) : NOTHING_RESTORED;
  const asked = pathsAsked(folder, paths, places.all);
  const among = places.all.filter((place) => asked(place) && members.some((one) => one.in.place === place));
  const [first] = among;
  if (!first) throw new UserError("unknownPath", [printable(paths[0]!)]);
  const act: Act = async (place, more) =>
    undoIn(io, place, {
      ...how,
      ...(asked(place)?.length && { paths: asked(place)! }),
      steps: members.flatMap((one) => (one.in.place === place ? one.step.id : [])),
      ...more,
    });
  const chosen = { ...places, all: among };
  return hunks ? hunksInAll(io, chosen, dryRun, hunks, act) : actInThese(io, chosen, dryRun, act);
}

/** Acts in the folder's own repository alone if no other one holds a step; else in all repositories together. */
async function actInThese(io: Io, places: Places, dryRun: boolean, act: Act): Promise<RestoreResult> {
  const [first, ...others] = places.all;
  return first && first === places.own && others.length === 0
    ? act(first, { dryRun })
    : actInAll(io, places, dryRun, act);
}

/** Takes back the chosen hunks of a step, or without a choice all hunks. A dry run lists these hunks. */
async function hunksInAll(
  io: Io,
  places: Places,
  dryRun: boolean,
  hunks: HunkChoice,
  act: Act,
): Promise<RestoreResult> {
  const previews: Part[] = [];
  for (const place of places.all)
    previews.push([place, await refusing(place, () => act(place, { hunks: {}, dryRun: true }))]);
  const { listed, chosenIn } = joinHunks(places, previews);
  const chosen = chosenIn(hunks.chosen);
  const some: Act = (place, more) => act(place, { ...more, hunks: { ...hunks, chosen: chosen.get(place)! } });
  const among = { ...places, all: places.all.filter((place) => chosen.has(place)) };
  const result = await actInThese(io, among, dryRun, some);
  const wanted = hunks.chosen && new Set(hunks.chosen.map((word) => idFor(word, listed)));
  return dryRun ? { ...result, hunks: wanted ? listed.flatMap((one) => chosenOf(one, wanted)) : listed } : result;
}

/** The group of the step with an id or with its beginning; `undefined` if no step or more than one has it. */
function groupNamed(groups: readonly Member[][], id: string): Member[] | undefined {
  const idsOf = (members: readonly Member[]) => members.map(({ step }) => step.id);
  const [found, ...more] = calledSo(groups.flatMap(idsOf), id);
  return found === undefined || more.length > 0 ? undefined : groups.find((one) => idsOf(one).includes(found));
}

/** @throws UserError if no repository of the folder's sessions holds the step */
function ownerOf(place: Place | undefined): Place {
  if (!place)
    throw new UserError("badArgument", [
      "That is no turn of a session that began here: go into its repository, and ask there.",
    ]);
  return place;
}
