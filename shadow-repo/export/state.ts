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
  /** Id of a checkpoint, an undo, a redo or a restore; its beginning is enough. */
  readonly checkpoint: string;
  /** The state before the checkpoint instead of the one after. A checkpoint made by hand has only one. */
  readonly before?: boolean;
}

/** A whole state that was recorded. */
export interface State {
  readonly shadow: Shadow;
  readonly checkpoint: string;
  readonly side: "before" | "after";
  readonly tree: ObjectId;
  readonly coverage?: CoverageId | undefined;
  /** Ref and commit of HEAD at that time, see `headOf`, if it was looked up. */
  readonly head?: string | undefined;
  /** The words by which a person knows the state. */
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

/** The files of a state, without files whose names this system cannot tell apart. */
export async function filesOfState(
  engine: SnapshotEngine,
  tree: ObjectId,
): Promise<{ files: Map<GitPath, TreeEntry>; refused: Skipped[] }> {
  const files = new Map<GitPath, TreeEntry>();
  const refused: Skipped[] = [];
  const nothing = hashOf("tree", Buffer.alloc(0), engine.format); // both engines know it though nobody wrote it
  for (const { path, after, fault } of await engine.diff(nothing, tree, "")) {
    if (fault !== undefined) refused.push({ path, why: fault });
    else if (after) files.set(path, after);
  }
  return { files, refused };
}
