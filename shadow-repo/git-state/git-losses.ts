import { readFileSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { splitNul, tryShadowGit } from "../git/shadow-git.ts";
import type { Moment } from "../journal/journal-file.ts";
import type { Place } from "../place.ts";
import { findLosses } from "./find-losses.ts";
import { groupLosses } from "./group-losses.ts";
import { isUnchanged } from "./note-git.ts";
import { stateIdAt, stateOf, storeOf } from "./store.ts";
import type { ToldLoss } from "./told-loss.ts";
import { waysBack } from "./ways-back.ts";

/** The beginning of a step: its moment, and the tree of the worktree's files at that moment. */
export interface StepBeginning {
  readonly began: Moment;
  readonly tree: ObjectId;
  /** A moment during the step: losses before it were reported already. */
  readonly lastCall?: Moment;
}

/**
 * The refs, stashes, commits and staged files that git lost since a step began, each with the command that brings it
 * back. Changes nothing in git. Empty if no state of git was noted before the step, or if git fails.
 */
export function gitLossesSince(io: Io, place: Place, { began, tree, lastCall }: StepBeginning): readonly ToldLoss[] {
  const { shadow } = place;
  try {
    const id = place.withoutGit ? undefined : stateIdAt(shadow, began);
    if (id === undefined || isUnchanged(io, place, id)) return [];
    const lastId = lastCall && stateIdAt(shadow, lastCall);
    if (lastId !== undefined && isUnchanged(io, place, lastId)) return [];
    const base = stateOf(shadow, id);
    if (!base) return [];
    const losses = findLosses(io, place, base, (paths) => contentsIn(io, place, tree, paths));
    return groupLosses(io, place, base.id, waysBack(io, place, base, losses));
  } catch (error) {
    // An error here must not stop the undo of files.
    if (error instanceof UserError || error instanceof TooSlow) return [];
    throw error;
  }
}

/**
 * Notes the last turn in which git lost a ref, commit, stash or staged file. If the turn changed no file, it has no
 * checkpoint, and an undo finds the turn's beginning only in this note.
 */
export function noteLossOfTurn({ pid }: Pick<Io, "pid">, { shadow }: Place, { began, tree }: StepBeginning): void {
  atomicWrite(`${storeOf(shadow)}/lossy-turn`, JSON.stringify({ began, tree }), { pid });
}

/**
 * git's losses since the beginning of the turn that `noteLossOfTurn` noted, without losses that were brought back; none
 * if no turn was noted.
 */
export function lossesOfLastTurn(io: Io, place: Place): readonly ToldLoss[] {
  try {
    const text = readFileSync(`${storeOf(place.shadow)}/lossy-turn`, "utf8");
    return gitLossesSince(io, place, JSON.parse(text) as StepBeginning);
  } catch {
    return []; // no turn was noted
  }
}

/** The most paths that one `git ls-tree` is given; for more paths, `contentsIn` gives nothing. */
const MOST = 200;

/**
 * Path → the id of the file's content in a tree of the shadow repository. Empty if there are more than `MOST` paths, or
 * if a path holds a byte beyond ASCII.
 */
function contentsIn(io: Io, place: Place, tree: ObjectId, paths: readonly GitPath[]): Map<GitPath, ObjectId> {
  if (paths.length > MOST || paths.some((path) => !/^[\x01-\x7f]+$/.test(path))) return new Map();
  const { status, stdout } = tryShadowGit(io, place, ["ls-tree", "-r", "-z", "--full-tree", tree, "--", ...paths]);
  if (status !== 0) return new Map();
  return new Map(splitNul(stdout).map((row) => [row.slice(row.indexOf("\t") + 1), row.split(/[ \t]/, 3)[2] ?? ""]));
}
