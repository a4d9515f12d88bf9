import type { Io } from "../../kit/io.ts";
import { toGitPath } from "../git-path.ts";
import { checkpointDiff, type CheckpointDiff } from "../look/checkpoint-diff.ts";
import { openHistory } from "../open-shadow.ts";
import type { RestoreResult } from "./restore-result.ts";

/** What a restore would do to some of the files that its dry run named: from the present to what they become. */
export async function restoreDiff(
  io: Io,
  folder: string,
  { pairs }: Pick<RestoreResult, "pairs">,
  paths: readonly string[],
): Promise<Pick<CheckpointDiff, "files" | "patch">> {
  const { shadow } = await openHistory(io, folder);
  const diffs: CheckpointDiff[] = [];
  for (const { before, after, paths: own } of shadow ? pairs : []) {
    const asked = paths.filter((path) => own.includes(path)).map(toGitPath);
    if (asked.length > 0)
      diffs.push(await checkpointDiff(shadow!, { checkpoint: null, before, after, prefix: "", paths: asked }));
  }
  return { files: diffs.flatMap(({ files }) => files), patch: diffs.map(({ patch }) => patch).join("") };
}
