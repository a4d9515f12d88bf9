import type { ObjectId, Skipped, SnapshotEngine } from "../engine.ts";
import { toGitPath, toText } from "../git-path.ts";
import { fileChange } from "../look/file-change.ts";
import type { PlanItem } from "./plan-item.ts";
import { same } from "./plan-restore.ts";
import { NOTHING_RESTORED, type Remark, type RestoreResult } from "./restore-result.ts";

const OUTSIDE = "outside of this folder";

/** What an operation did, or would do, for a person to read. */
export function resultOf(
  before: ObjectId,
  inside: readonly PlanItem[],
  skipped: readonly Skipped[],
  outside: readonly PlanItem[],
): RestoreResult {
  const leftAlone = new Set(skipped.map(({ path }) => path));
  const done = inside.filter(({ path }) => !leftAlone.has(path));
  const differing = done.filter((item) => !same(item.current, item.target));
  return {
    ...NOTHING_RESTORED,
    files: done.length,
    skipped: [...skipped, ...outside.map(({ path }) => ({ path, why: OUTSIDE }))].map(remark),
    conflicts: done
      .filter(({ edited }) => edited)
      .map(({ path }) => remark({ path, why: "changed since the checkpoint" })),
    changes: differing.map(({ path, current, target }) =>
      fileChange({ path, ...(current && { before: current }), ...(target && { after: target }) }),
    ),
    pairs: [...new Set(differing.map(({ source }) => source))].map((after) => ({
      before,
      after,
      paths: differing.filter(({ source }) => source === after).map(({ path }) => toText(path)),
    })),
  };
}

/** A preview says how many lines come and go. */
export async function countLines(engine: SnapshotEngine, result: RestoreResult): Promise<RestoreResult> {
  if (result.pairs.length === 0) return result;
  const counts = await engine.lineCounts(result.pairs.map(({ before, after }) => [before, after]));
  const byPath = new Map(
    result.pairs.flatMap(({ paths }, at) => paths.map((path) => [path, counts[at]?.get(toGitPath(path))])),
  );
  return { ...result, changes: result.changes.map((change) => ({ ...change, ...byPath.get(change.path) })) };
}

function remark({ path, why }: Skipped): Remark {
  return { path: toText(path), why };
}
