import type { ObjectId } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";
import type { FileChange } from "../journal/checkpoint.ts";
import type { Shadow } from "../open-shadow.ts";
import { fileChange } from "./file-change.ts";
import { changesOf } from "./list-checkpoints.ts";

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

export interface DiffRequest {
  readonly checkpoint: string | null;
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly prefix: GitPath;
  readonly left?: readonly GitPath[];
  /** Only these files and folders; absent means all. */
  readonly paths?: readonly GitPath[] | undefined;
}

/** The changed files with sizes and line counts, and the patch. */
export async function checkpointDiff(
  { engine }: Shadow,
  { checkpoint, before, after, prefix, left, paths }: DiffRequest,
): Promise<CheckpointDiff> {
  const asked = (path: GitPath) =>
    !paths || paths.some((one) => one === "" || path === one || path.startsWith(`${one}/`));
  const changes = changesOf({ prefix, ...(left && { left }) }, await engine.diff(before, after, prefix)).filter(
    ({ path }) => asked(path),
  );
  const sizes = await engine.sizes(changes.flatMap((change) => change.after?.id ?? []));
  const [counts] = await engine.lineCounts([[before, after]]);
  return {
    checkpoint,
    before,
    after,
    files: changes.map((change) =>
      fileChange(change, change.after && sizes.get(change.after.id), counts?.get(change.path)),
    ),
    patch:
      changes.length === 0
        ? ""
        : await engine.patch(
            before,
            after,
            changes.map(({ path }) => toText(path)),
          ),
  };
}
