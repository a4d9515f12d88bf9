import type { Io } from "../../kit/io.ts";
import { liveCheckpoints } from "../journal/history.ts";
import { MAX_FILE_SIZE, openHistory } from "../open-shadow.ts";
import { pathOf } from "../restore/restore.ts";
import { checkpointDiff, type CheckpointDiff } from "./checkpoint-diff.ts";
import { findCheckpoint } from "./find-checkpoint.ts";

export interface DiffOptions {
  /** Id, or the beginning of one; without it the last checkpoint of the worktree. */
  readonly checkpoint?: string;
  /** Files and folders, relative to the folder of the command. */
  readonly paths?: readonly string[];
}

/** What changed since a checkpoint: its state after, against the present. Empty where there is no checkpoint yet. */
export async function diffPresent(
  io: Io,
  folder: string,
  { checkpoint: id, paths }: DiffOptions = {},
): Promise<CheckpointDiff> {
  const { place, shadow, history } = await openHistory(io, folder);
  const from = id === undefined ? liveCheckpoints(history).at(-1) : findCheckpoint(history, id);
  if (!shadow || !from) return { checkpoint: null, before: "", after: "", files: [], patch: "" };
  const prefix = place.prefix.startsWith(from.prefix) ? place.prefix : from.prefix;
  const { tree } = await shadow.engine.capture({ prefix, maxFileSize: MAX_FILE_SIZE });
  const asked = paths && paths.length > 0 ? paths.map((path) => pathOf(place, folder, path)) : undefined;
  return checkpointDiff(shadow, {
    checkpoint: from.id,
    before: from.after ?? from.before,
    after: tree,
    prefix,
    paths: asked,
  });
}
