import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId, SnapshotEngine, Skipped, TreeEntry } from "../engine.ts";
import { hashOf } from "../git-object.ts";
import type { GitPath } from "../git-path.ts";
import { findNamed } from "../look/checkpoint-diff.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import { placeOf } from "../place.ts";

export interface StateRequest {
  /** The id of a checkpoint, an undo, a redo or a restore, or the beginning of the id. */
  readonly checkpoint: string;
  /**
   * Whether the state before the checkpoint is exported instead of the one after it. A checkpoint made by hand has only
   * one state.
   */
  readonly before?: boolean;
}

/** A recorded state of a whole worktree. */
export interface State {
  readonly shadow: Shadow;
  readonly checkpoint: string;
  readonly side: "before" | "after";
  readonly tree: ObjectId;
  readonly coverage?: CoverageId | undefined;
  /** Ref and commit of HEAD at that time, see `headOf`; absent if they were not recorded. */
  readonly head?: string | undefined;
  /** The note, title or command of the checkpoint; absent if it has none. */
  readonly title?: string | undefined;
}

export async function findState(io: Io, folder: string, { checkpoint: id, before }: StateRequest): Promise<State> {
  const { shadow, history } = await openHistory(io, placeOf(io, folder), "look");
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const found = await findNamed(io, shadow, history, id);
  const isBefore = (before && found.scope !== "manual") || found.after === undefined;
  const stated = { shadow, checkpoint: found.id, title: found.note ?? found.title ?? found.command };
  return isBefore
    ? { ...stated, side: "before", tree: found.before, coverage: found.coverageBefore, head: found.head }
    : {
        ...stated,
        side: "after",
        tree: found.after!,
        coverage: found.coverageAfter,
        head: found.headAfter ?? found.head,
      };
}

/**
 * The files of a state. `refused` lists the files whose names are unsafe or impossible on this system (see
 * `pathFault`).
 */
export async function filesOfState(
  engine: SnapshotEngine,
  tree: ObjectId,
): Promise<{ files: Map<GitPath, TreeEntry>; refused: Skipped[] }> {
  const files = new Map<GitPath, TreeEntry>();
  const refused: Skipped[] = [];
  const nothing = hashOf("tree", Buffer.alloc(0), engine.format); // both engines know the empty tree without an object
  for (const { path, after, fault } of await engine.diff(nothing, tree, "")) {
    if (fault !== undefined) refused.push({ path, why: fault });
    else if (after) files.set(path, after);
  }
  return { files, refused };
}
