import { relative, sep } from "node:path";

import { counted, printable } from "../../../kit/text.ts";
import type { Remark } from "../../engine.ts";
import { belowPrefix } from "../../journal/share.ts";
import { belowFolder } from "../../journal/checkpoint.ts";
import type { Place } from "../../place.ts";
import type { Places } from "../../places.ts";
import type { Tied } from "./other-parts.ts";
import { tieIn } from "./steps.ts";
import { NOTHING_RESTORED, type RestoreResult } from "../operation/restore-result.ts";

/** The result of an operation in one repository. */
export type Part = readonly [place: Place, result: RestoreResult];

/** The relative path from a folder to a repository, with slashes; `.` if it is the folder itself. */
export function nameFrom(folder: string, root: string): string {
  return relative(folder, root).split(sep).join("/") || ".";
}

/** The text before a repository's paths that makes them relative to a folder; empty if the repository is the folder. */
export function prefixFrom(folder: string, place: Place): string {
  const name = nameFrom(folder, place.worktree.root);
  return name === "." ? "" : `${name}/`;
}

/** Adds to a step of one repository the fields by which its parts are found from any other one. */
function tiedAnywhere(root: string, step: Tied): Tied {
  const home = step.home ?? root;
  return { id: step.id, home, tie: tieIn(home, root, step) };
}

/** Joins the results of several repositories into one, with paths relative to the common root. */
export function joinResults({ root }: Pick<Places, "root">, parts: readonly Part[]): RestoreResult {
  const [first] = parts;
  if (!first) return NOTHING_RESTORED;
  const nameOf = (place: Place) => nameFrom(root, place.worktree.root);
  const below = (place: Place, path: string) => prefixFrom(root, place) + path;
  const remarks = (which: "skipped" | "conflicts" | "notHeld"): Remark[] =>
    parts.flatMap(([place, result]) => result[which].map((one) => ({ ...one, path: below(place, one.path) })));
  const all = parts.map(([place, result]) => `${printable(nameOf(place))} (${counted(result.files, "file")})`);
  const { head } = first[1];
  const git = parts.flatMap(([, { git: lost = [] }]) => lost);
  return {
    ...NOTHING_RESTORED,
    restored: parts.some(([, { restored }]) => restored),
    complete: parts.every(([, { complete }]) => complete),
    undone: parts.flatMap(([, { undone }]) => undone),
    shares: new Map(
      parts.flatMap(([place, result]) =>
        [...(result.shares ?? [])].map(
          ([id, one]) =>
            [id, { ...one, shares: one.shares.map((share) => belowPrefix(share, prefixFrom(root, place))) }] as const,
        ),
      ),
    ),
    ...(parts.some(([, { isRedo }]) => isRedo) && { isRedo: true as const }),
    ...(head && { head }),
    ties: parts.flatMap(([{ worktree }, { ties = [] }]) => ties.map((step) => tiedAnywhere(worktree.root, step))),
    notes: [
      `In ${counted(parts.length, "repository", "repositories")}: ${all.join(", ")}.`,
      ...parts.flatMap(([place, { notes }]) =>
        notes.map((note) => (nameOf(place) === "." ? note : `${printable(nameOf(place))}: ${note}`)),
      ),
    ],
    ...(git.length > 0 && { git }),
    files: parts.reduce((sum, [, { files }]) => sum + files, 0),
    checkpoint: parts.find(([, { checkpoint }]) => checkpoint !== null)?.[1].checkpoint ?? null,
    skipped: remarks("skipped"),
    conflicts: remarks("conflicts"),
    notHeld: remarks("notHeld"),
    already: parts.flatMap(([place, { already }]) => already.map((path) => below(place, path))),
    keptInPlace: parts.flatMap(([place, { keptInPlace }]) => keptInPlace.map((path) => below(place, path))),
    ...(parts.every(([, { isAsBefore }]) => isAsBefore) && { isAsBefore: true as const }),
    changes: parts.flatMap(([place, { changes }]) =>
      changes.map((change) => belowFolder(prefixFrom(root, place), change)),
    ),
    pairs: parts.flatMap(([place, { pairs }]) =>
      pairs.map((pair) => ({
        ...pair,
        paths: pair.paths.map((path) => below(place, path)),
        within: { root: place.worktree.root, prefix: prefixFrom(root, place) },
      })),
    ),
    repositories: parts.map(([{ worktree }, { files, checkpoint }]) => ({
      worktree: worktree.root,
      files,
      checkpoint,
    })),
  };
}
