import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { openHistory } from "../open-shadow.ts";
import { pathOf } from "../restore/restore.ts";
import { checkpointDiff, type CheckpointDiff } from "./checkpoint-diff.ts";
import { findCheckpoint } from "./find-checkpoint.ts";

export interface ShowOptions {
  /** Id, or the beginning of one. */
  readonly checkpoint: string;
  /** Files and folders, relative to the folder of the command. */
  readonly paths?: readonly string[];
}

/** What a checkpoint, an undo or a restore changed. */
export async function showCheckpoint(
  io: Io,
  folder: string,
  { checkpoint: id, paths }: ShowOptions,
): Promise<CheckpointDiff> {
  const { place, shadow, history } = await openHistory(io, folder);
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const { before, after = before, prefix, left, id: checkpoint } = findCheckpoint(history, id);
  const asked = paths && paths.length > 0 ? paths.map((path) => pathOf(place, folder, path)) : undefined;
  return checkpointDiff(shadow, { checkpoint, before, after, prefix, paths: asked, ...(left && { left }) });
}
