import { UserError } from "../../../kit/user-error.ts";
import type { CaptureOptions, ObjectId, SnapshotEngine } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { BeginRecord, EndRecord } from "../../journal/records.ts";
import { isIgnoreFile } from "../../source/ignore-files.ts";
import type { PlanItem } from "../plan/plan-item.ts";
import type { OperationRequest } from "./request.ts";

/**
 * The tree after an undo of one whole step from the state right after it, known without a capture; else `undefined`.
 * In a file that another session changed, too, the undo makes a content that no tree holds.
 * @param items the files that the undo put back
 */
export function targetOf(
  { steps: [step, ...others], whole, paths, origin }: OperationRequest,
  before: ObjectId,
  items: readonly PlanItem[],
): ObjectId | undefined {
  if (items.some(({ merged }) => merged)) return undefined;
  const isWholeStep =
    step && others.length === 0 && step.expected === before && step.prefix === "" && !step.left && !step.only;
  return isWholeStep && !whole && !paths && origin === undefined ? step.target : undefined;
}

/**
 * The state after an operation. Usually only the touched files (`only`) differ from the state before, so only they are
 * captured. If an ignore file is among them, other files may have become ignored or tracked. Then all files are
 * captured, and the untouched ones that differ go into `left`, so that a later operation does not put them back.
 */
export async function stateAfter(
  engine: SnapshotEngine,
  options: CaptureOptions,
  { before, coverage }: Pick<BeginRecord, "before" | "coverage">,
  only: readonly GitPath[],
  target: ObjectId | undefined,
): Promise<Omit<EndRecord, "type" | "id" | "at" | "after"> & { readonly tree: ObjectId }> {
  const partly = async () => ({
    tree: target ?? (await engine.capture({ ...options, only })).tree,
    ...(coverage !== undefined && { coverage }),
  });
  if (!only.some(isIgnoreFile)) return partly();
  try {
    const after = await engine.capture(options);
    // Add to the state the restored files that a restored ignore file ignores. Otherwise an undo of this operation
    // would not find these files.
    const { tree } = await engine.capture({ ...options, only });
    const touched = new Set(only);
    const skippedPaths = (await engine.diff(before, tree, options.prefix))
      .map(({ path }) => path)
      .filter((path) => !touched.has(path));
    return {
      tree,
      ...(after.coverage !== undefined && { coverage: after.coverage }),
      ...(skippedPaths.length > 0 && { left: skippedPaths }),
    };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return partly(); // files that are no longer ignored exceed the limits of a capture
  }
}
