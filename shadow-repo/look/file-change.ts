import type { LineCounts, TreeChange } from "../engine.ts";
import { toText } from "../git-path.ts";
import type { FileChange } from "../journal/checkpoint.ts";

/** A difference of trees as people and JSON see it. */
export function fileChange(change: TreeChange, size?: number, counts?: LineCounts): FileChange {
  return { path: toText(change.path), status: statusOf(change), ...(size !== undefined && { size }), ...counts };
}

function statusOf({ before, after }: TreeChange): FileChange["status"] {
  if (!before) return "added";
  if (!after) return "deleted";
  const bothFiles = before.mode.startsWith("100") && after.mode.startsWith("100");
  return bothFiles && before.id === after.id ? "mode" : "modified";
}
