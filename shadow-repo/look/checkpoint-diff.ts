import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { ObjectId } from "../engine.ts";
import { isAmong, toGitPath, toText, type GitPath } from "../git-path.ts";
import { fileChange, type FileChange } from "../journal/checkpoint.ts";
import { changesOf, findCheckpoint, liveCheckpoints } from "../journal/history.ts";
import { openHistory, type Shadow } from "../open/open-shadow.ts";
import { askedPaths } from "../place.ts";
import type { RestoreResult } from "../restore/restore-result.ts";

/** Two states and what lies between them. */
export interface CheckpointDiff {
  /** The checkpoint's id; `null` where there was none to compare with. */
  readonly checkpoint: string | null;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly files: readonly FileChange[];
  /** As `git diff` writes it; bytes that are no UTF-8 are lost. */
  readonly patch: string;
}

interface DiffRequest {
  readonly checkpoint: string | null;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly prefix: GitPath;
  readonly left?: readonly GitPath[];
  /** Only these files and folders; absent means all. */
  readonly paths?: readonly GitPath[] | undefined;
}

/** The changed files with sizes and line counts, and the patch. */
async function checkpointDiff(
  { engine }: Shadow,
  { checkpoint, before, after, prefix, left, paths }: DiffRequest,
): Promise<CheckpointDiff> {
  const own = changesOf({ prefix, ...(left && { left }) }, await engine.diff(before, after, prefix));
  const changes = own.filter(({ path }) => isAmong(path, paths));
  const sizes = await engine.sizes(changes.flatMap((change) => change.after?.id ?? []));
  const [counts] = await engine.lineCounts([[before, after]]);
  const names = changes.map(({ path }) => toText(path));
  return {
    checkpoint,
    before,
    after,
    files: changes.map((change) =>
      fileChange(change, change.after && sizes.get(change.after.id), counts?.get(change.path)),
    ),
    patch: names.length === 0 ? "" : await engine.patch(before, after, names),
  };
}

interface ShowOptions {
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
  const { place, shadow, history } = await openHistory(io, folder, "look");
  if (!shadow) throw new UserError("unknownCheckpoint", [id]);
  const { before, after = before, prefix, left, id: checkpoint } = findCheckpoint(history, id);
  return checkpointDiff(shadow, {
    checkpoint,
    before,
    after,
    prefix,
    paths: askedPaths(place, folder, paths),
    ...(left && { left }),
  });
}

interface DiffOptions {
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
  const { place, shadow, history } = await openHistory(io, folder, "look");
  const from = id === undefined ? liveCheckpoints(history).at(-1) : findCheckpoint(history, id);
  if (!shadow || !from) return { checkpoint: null, before: "", after: "", files: [], patch: "" };
  const prefix = place.prefix.startsWith(from.prefix) ? place.prefix : from.prefix;
  const { tree } = await shadow.engine.capture({ prefix });
  return checkpointDiff(shadow, {
    checkpoint: from.id,
    before: from.after ?? from.before,
    after: tree,
    prefix,
    paths: askedPaths(place, folder, paths),
  });
}

/** What a restore would do to some of the files that its dry run named: from the present to what they become. */
export async function restoreDiff(
  io: Io,
  folder: string,
  { pairs }: Pick<RestoreResult, "pairs">,
  paths: readonly string[],
): Promise<Pick<CheckpointDiff, "files" | "patch">> {
  const { shadow } = await openHistory(io, folder, "look");
  const diffs: CheckpointDiff[] = [];
  for (const { before, after, paths: own } of shadow ? pairs : []) {
    const asked = paths.filter((path) => own.includes(path)).map(toGitPath);
    if (asked.length > 0)
      diffs.push(await checkpointDiff(shadow!, { checkpoint: null, before, after, prefix: "", paths: asked }));
  }
  return { files: diffs.flatMap(({ files }) => files), patch: diffs.map(({ patch }) => patch).join("") };
}
