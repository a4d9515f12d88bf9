import { existsSync } from "node:fs";

import type { Io } from "../../../kit/io.ts";
import { printable } from "../../../kit/text.ts";
import { calledSo, liveCheckpoints, stepsOf, type StoredCheckpoint } from "../../journal/history.ts";
import { allPending } from "../../journal/pending.ts";
import { readHistory } from "../../journal/replay.ts";
import { placeAtRoot, shadowsFolder, type Place } from "../../place.ts";
import { isOfFolder, notedRepositories } from "../../repository-notes.ts";
import { nameOfRoot } from "../../tracked.ts";
import { recordedIn, tieIn } from "./steps.ts";

/** The facts by which the parts of one step in several repositories are known. */
export type Tied = Pick<StoredCheckpoint, "id" | "tie" | "home">;

/** A step's part in another repository. */
export interface OtherPart {
  readonly place: Place;
  readonly checkpoint: string;
  /** The folder that the session began in: there a command takes the parts together. */
  readonly home: string;
}

/** The parts that some steps of a repository have in other repositories, and that are in effect there. */
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

/** Tops of repositories that are gone and in which some steps have a part. */
export function goneParts({ data, worktree: { root } }: Place, steps: readonly Tied[]): string[] {
  const found = steps.flatMap((step) => {
    const home = step.home ?? root;
    const tie = tieIn(home, root, step);
    return [home, ...notedRepositories(data, home)].filter((one) => {
      const shadow = `${shadowsFolder(data)}/${nameOfRoot(one)}`;
      if (existsSync(one) || !existsSync(`${shadow}/HEAD`)) return false;
      const parts: readonly Tied[] = [...allPending(shadow), ...readHistory(shadow).checkpoints];
      return parts.some((part) => tieIn(home, one, part) === tie);
    });
  });
  return [...new Set(found)];
}

/** The parts of a checkpoint in other repositories. */
export async function partsBeside(io: Io, place: Place, checkpoint: string): Promise<readonly OtherPart[]> {
  const { checkpoints } = readHistory(place.shadow);
  const [id, ...more] = calledSo(
    checkpoints.map((one) => one.id),
    checkpoint,
  );
  return more.length > 0
    ? []
    : otherParts(
        io,
        place,
        checkpoints.filter((one) => one.id === id),
      );
}

/** The sentence about a step's other parts after an undo that left these; none if there are none. */
export function aboutLeftParts(parts: readonly OtherPart[]): string[] {
  const homes = new Set(parts.map(({ home }) => home));
  return [...homes].map((home) => {
    const names = parts.filter((one) => one.home === home).map(({ place }) => printable(place.worktree.root));
    return (
      `The step changed files in ${[...new Set(names)].join(", ")}, too, and these stay: ` +
      `snapveil undo in ${printable(home)} takes back the whole.`
    );
  });
}

/** The sentence about parts of a step in repositories that are gone. */
export function aboutGoneParts(roots: readonly string[]): string[] {
  if (roots.length === 0) return [];
  const names = roots.map((root) => printable(root)).join(", ");
  return [
    `The step changed files in ${names}, too, which is gone: nothing is put back there. What was recorded is kept: ` +
      "make the repository or worktree again, then snapveil undo in it.",
  ];
}

/** The sentence about the other parts of a checkpoint; none if there are none. */
export function aboutParts(parts: readonly OtherPart[]): string[] {
  if (parts.length === 0) return [];
  const names = parts.map(({ place, checkpoint }) => `${checkpoint} in ${printable(place.worktree.root)}`);
  return [`This is one repository's part of a step. Its other parts: ${names.join(", ")}`];
}
