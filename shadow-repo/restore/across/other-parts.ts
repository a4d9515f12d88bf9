import { existsSync } from "node:fs";

import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { calledSo, liveCheckpoints, stepsOf, type StoredCheckpoint } from "../../journal/history.ts";
import { allPending } from "../../journal/pending.ts";
import { readHistory } from "../../journal/replay.ts";
import { placeAtRoot, type Place } from "../../place.ts";
import { isOfFolder, notedRepositories } from "../../repository-notes.ts";
import { recordedIn, tieIn } from "./steps.ts";

/** The fields of a checkpoint by which the parts of its step in other repositories are found. */
export type Tied = Pick<StoredCheckpoint, "id" | "tie" | "home">;

/** A step's part in another repository. */
export interface OtherPart {
  readonly place: Place;
  readonly checkpoint: string;
  /** The folder in which the session began: an undo in that folder takes back all parts together. */
  readonly home: string;
}

/** The parts of a repository's steps that lie in other repositories and are in effect. */
export async function otherParts(io: Io, { data, worktree: { root } }: Place, steps: readonly Tied[]) {
  const found: OtherPart[] = [];
  for (const step of steps) {
    const home = step.home ?? root;
    const tie = tieIn(home, root, step);
    const roots = [home, ...notedRepositories(data, home)].filter((one) => one !== root && existsSync(one));
    const places = roots.flatMap((one) => placeAtRoot(data, one) ?? []);
    for (const { place, history } of await recordedIn(io, places)) {
      const there = place.worktree.root;
      const part = stepsOf(liveCheckpoints(history)).find(
        ([one]) => one && isOfFolder(home, there, one.home) && tieIn(home, there, one) === tie,
      )?.[0];
      if (part) found.push({ place, checkpoint: part.id, home });
    }
  }
  return found;
}

/**
 * The parts of a checkpoint's step, or of an open turn, in other repositories; none if the id is unknown or ambiguous.
 */
export async function partsBeside(io: Io, place: Place, checkpoint: string): Promise<readonly OtherPart[]> {
  const known: readonly Tied[] = [...readHistory(place.shadow).checkpoints, ...allPending(place.shadow)];
  const [id, ...more] = new Set(
    calledSo(
      known.map((one) => one.id),
      checkpoint,
    ),
  );
  const step = more.length > 0 ? undefined : known.find((one) => one.id === id);
  return step ? otherParts(io, place, [step]) : [];
}

/** For each folder in which a session began, a sentence about the parts of its steps that an undo did not take back. */
export function aboutLeftParts(parts: readonly OtherPart[]): string[] {
  const homes = new Set(parts.map(({ home }) => home));
  return [...homes].map((home) => {
    const names = parts.filter((one) => one.home === home).map(({ place }) => printable(place.worktree.root));
    return (
      `The turn changed files in ${[...new Set(names)].join(", ")}, too, and these stay: ` +
      `snapveil undo in ${printable(home)} takes back the whole.`
    );
  });
}

/** The sentence about the parts of a checkpoint's step in other repositories; none if there are no such parts. */
export function aboutParts(parts: readonly OtherPart[]): string[] {
  if (parts.length === 0) return [];
  const names = parts.map(({ place, checkpoint }) => `${checkpoint} in ${printable(place.worktree.root)}`);
  return [`This is one repository's part of a turn. Its other parts: ${names.join(", ")}`];
}
