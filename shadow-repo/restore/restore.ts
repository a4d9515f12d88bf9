import { relative, resolve, sep } from "node:path";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { toGitPath, type GitPath } from "../git-path.ts";
import { liveCheckpoints } from "../journal/history.ts";
import { findCheckpoint } from "../look/find-checkpoint.ts";
import type { Place } from "../place.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";
import { runOperation } from "./run-operation.ts";
import { withSettled } from "./with-settled.ts";

export interface RestoreOptions {
  /** Id of a checkpoint, or of an earlier undo, redo or restore; its beginning is enough where only one begins so. */
  readonly checkpoint: string;
  /** Files and folders, relative to the folder of the command; none means everything below that folder. */
  readonly paths?: readonly string[];
  /** The state after the checkpoint instead of the one before it. */
  readonly after?: boolean;
  readonly dryRun?: boolean;
}

/**
 * Makes the files what they were before or after a checkpoint, whole or by path. That is a checkpoint itself, so `undo`
 * takes it back. One made by hand has one state only: the one it recorded.
 */
export async function restore(
  io: Io,
  folder: string,
  { checkpoint: id, paths, after = false, dryRun = false }: RestoreOptions,
): Promise<RestoreResult> {
  return withSettled(io, folder, dryRun, async ({ place, shadow, history }) => {
    if (!shadow) throw new UserError("unknownCheckpoint", [id]);
    const from = findCheckpoint(history, id);
    const isAfter = after || from.scope === "manual";
    const target = isAfter ? from.after : from.before;
    const coverage = isAfter ? from.coverageAfter : from.coverageBefore;
    const newest = liveCheckpoints(history).findLast((one) => one.prefix === from.prefix);
    const asked = paths && paths.length > 0 ? paths.map((path) => pathOf(place, folder, path)) : undefined;
    if (target === undefined) return NOTHING_RESTORED;
    return runOperation(
      io,
      shadow,
      {
        kind: "restore",
        session: from.session,
        prefix: place.prefix,
        steps: [
          {
            target,
            ...(coverage !== undefined && { coverage }),
            expected: newest?.after ?? from.after ?? target,
            prefix: from.prefix,
            ...(from.brought && !isAfter && { brought: from.brought }),
            ...(from.kept && { kept: from.kept }),
          },
        ],
        whole: true,
        isCheckpoint: true,
        ...(asked && { paths: asked }),
      },
      dryRun,
    );
  });
}

/** A path as the user wrote it, as the trees have it. */
export function pathOf(place: Place, folder: string, path: string): GitPath {
  // A shell's variable that is not set: the folder itself would be the whole worktree.
  if (path === "") throw new UserError("badArgument", ["A path is empty. The folder that you are in is: ."]);
  const { root } = place.worktree;
  const base = place.prefix === "" ? root : resolve(root, Buffer.from(place.prefix, "latin1").toString("utf8"));
  const below = relative(root, resolve(base, path));
  if (below.startsWith(`..${sep}`) || below === "..")
    throw new UserError("badArgument", [`${path} is outside of the worktree of ${folder}.`]);
  return toGitPath(below.split(sep).join("/"));
}
