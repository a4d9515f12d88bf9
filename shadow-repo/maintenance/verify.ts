import type { Io } from "../../kit/io.ts";
import { readCoverage } from "../coverage.ts";
import { diedInWords, type History, tornOperation } from "../journal/history.ts";
import { historyOf } from "../journal/replay.ts";
import { readJournal } from "../journal/journal.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { findPlaces, onlyPlace } from "../places.ts";
import { nameFrom } from "../restore/across/join-results.ts";
import { damageOf, oddityOf, setAsideOf } from "../open/sound-shadow.ts";
import { brokenRefs } from "./broken-refs.ts";

interface Verification {
  readonly ok: boolean;
  /** Sentences about damage; empty if everything is sound. */
  readonly problems: readonly string[];
  /** What to do about the problems, in a sentence. */
  readonly hint?: string;
  /** The folders of this worktree's damaged shadow repositories that were moved away. */
  readonly set_aside?: readonly string[];
}

/** The result for one of several repositories. */
interface RepositoryVerification extends Verification {
  readonly worktree: string;
  /** The repository's path relative to the root of the command (see `Places`). */
  readonly name: string;
}

export interface VerificationOfAll extends Verification {
  /** The result for each repository, if sessions recorded several together. */
  readonly repositories?: readonly RepositoryVerification[];
}

/**
 * Checks objects, journal and refs of the folder's shadow repository, and of the repositories that sessions recorded
 * together with it. A sentence about another repository begins with its name. Changes nothing. A worktree without
 * records is sound.
 */
export async function verify(io: Io, folder: string): Promise<VerificationOfAll> {
  const places = findPlaces(io, folder);
  const only = onlyPlace(places);
  if (only) return verifyIn(io, only);
  const all: RepositoryVerification[] = [];
  for (const place of places.all) {
    const { root } = place.worktree;
    all.push({ worktree: root, name: nameFrom(places.root, root), ...(await verifyIn(io, place)) });
  }
  const named = (name: string, sentence: string) => (name === "." ? sentence : `${name}: ${sentence}`);
  const hints = all.flatMap(({ name, hint }) => (hint === undefined ? [] : [named(name, hint)]));
  const aside = all.flatMap(({ set_aside: own = [] }) => own);
  return {
    ok: all.every(({ ok }) => ok),
    problems: all.flatMap(({ name, problems }) => problems.map((one) => named(name, one))),
    ...(hints.length > 0 && { hint: hints.join("\n") }),
    ...(aside.length > 0 && { set_aside: aside }),
    repositories: all,
  };
}

async function verifyIn(io: Io, place: Place): Promise<Verification> {
  const aside = setAsideOf(place);
  const damage = damageOf(place) ?? oddityOf(place);
  const found =
    damage === undefined
      ? await look(io, place)
      : {
          ok: false,
          problems: [`The shadow repository is damaged: ${damage}.`],
          hint: "The next turn, or snapveil snapshot, mends it, or sets it aside and begins anew.",
        };
  return { ...found, ...(aside.length > 0 && { set_aside: aside }) };
}

async function look(io: Io, place: Place): Promise<Verification> {
  const { shadow } = await openHistory(io, place, "look");
  if (!shadow) return { ok: true, problems: [] };
  const { records, damaged } = readJournal(shadow.place.shadow);
  const history = historyOf(records);
  const torn = tornOperation(history);
  const unknown = [
    ...history.checkpoints.flatMap(({ coverageBefore, coverageAfter }) => [coverageBefore, coverageAfter]),
    ...history.operations.map(({ coverage }) => coverage),
  ];
  const coverages = [...new Set(unknown)].filter((id) => id !== undefined && !readCoverage(shadow.place.shadow, id));
  const lost = await lostCheckpoints(shadow, history);
  const broken = brokenRefs(shadow.place.shadow, history);
  const refs = broken.filter(({ ref }) => !lost.has(nameOf(ref)));
  // git's messages about broken refs are left out, since `refs` reports these refs.
  const objects = (await shadow.engine.check()).filter(
    (line) => !broken.some(({ ref }) => line.includes(`refs/snapveil/${ref}:`)),
  );
  const problems = [
    ...damaged.map((line) => `Line ${line} of the journal is damaged or of a later version; it is passed over.`),
    ...[...lost].map((id) => `The checkpoint ${id} has lost its files.`),
    ...refs.map(
      ({ ref }) => `The ref refs/snapveil/${ref}, which keeps files from being taken away, is gone or damaged.`,
    ),
    ...coverages.map(
      (id) =>
        `The notes ${id} of what was ignored are gone: restoring a whole state that needs them may take files for ` +
        "new that were ignored.",
    ),
    ...objects.map((line) => `git says: ${line}`),
    ...(torn ? [`${diedInWords(torn)}.`] : []),
  ];
  if (problems.length === 0) return { ok: true, problems };
  return {
    ok: false,
    problems,
    hint: hintFor(shadow.place.shadow, {
      isLost: lost.size > 0 || objects.length > 0,
      isTorn: torn !== undefined,
      hasRefs: refs.length > 0,
    }),
  };
}

function hintFor(
  shadow: string,
  { isLost, isTorn, hasRefs }: { readonly isLost: boolean; readonly isTorn: boolean; readonly hasRefs: boolean },
): string {
  if (isLost) return `What is named cannot be restored any more; everything else can. To begin anew remove ${shadow}.`;
  if (isTorn) return "snapveil undo brings back the state before it.";
  return hasRefs
    ? "snapveil prune mends the refs; no file is lost."
    : "The other lines are sound; nothing has to be done.";
}

function nameOf(ref: string): string {
  return ref.slice(0, ref.indexOf("/"));
}

/** The ids of checkpoints and operations that have lost a tree. */
async function lostCheckpoints({ engine }: Shadow, { checkpoints, operations }: History): Promise<ReadonlySet<string>> {
  const named = [
    ...checkpoints,
    ...operations.map(({ id, before, end }) => ({ id, before, after: end?.after ?? before })),
  ];
  const present = await engine.sizes(named.flatMap(({ before, after }) => [before, after]));
  return new Set(named.filter(({ before, after }) => !present.has(before) || !present.has(after)).map(({ id }) => id));
}
