import type { Io } from "../../../kit/io.ts";
import { remark, type FileContent, type ObjectId } from "../../engine.ts";
import type { GitPath } from "../../git-path.ts";
import type { EndRecord } from "../../journal/journal.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { writeRefs } from "../../refs.ts";
import type { HunkPlan } from "../hunks/choose-hunks.ts";
import type { PlanItem } from "../plan/plan-restore.ts";
import type { RestoreResult } from "./restore-result.ts";
import type { OperationContext, OperationRequest } from "./request.ts";

/** The operation with the new contents that no tree held before: a recovery must know them for its own. */
export function withMade(request: OperationRequest, items: readonly PlanItem[]): OperationRequest {
  const made = items.flatMap(({ path, lines, merged, target }) =>
    (lines || merged?.isApart) && target ? [[path, target.id] as const] : [],
  );
  return { ...request, ...(made.length > 0 && { made: Object.fromEntries(made) }) };
}

/** The result with chosen lines that stay, and files that now hold markers. */
export function withClashes(result: RestoreResult, byHunk: HunkPlan | undefined): RestoreResult {
  if (!byHunk) return result;
  const { clashes, marked } = byHunk;
  return {
    ...result,
    complete: result.complete && clashes.length === 0,
    skipped: [...result.skipped, ...clashes.map(remark)],
    conflicts: [...result.conflicts, ...marked.map(remark)],
  };
}

interface Kept {
  readonly request: OperationRequest;
  readonly context: OperationContext;
  readonly rest: ReadonlyMap<GitPath, FileContent>;
  /** Files that could not be put back. */
  readonly untouched: ReadonlySet<GitPath>;
}

/**
 * Keeps the rest of a step after an undo of single hunks: the state after the step, without them. The ref is the step's
 * own, so that it lives as long as the step.
 */
export async function keepRest(
  io: Io,
  { place, engine }: Shadow,
  operation: string,
  { request, context, rest, untouched }: Kept,
): Promise<EndRecord["rest"]> {
  const step = context.hunks?.step;
  const files = new Map([...rest].filter(([path]) => !untouched.has(path)));
  if (step === undefined || request.kind !== "undo" || files.size === 0) return undefined;
  const tree: ObjectId = await engine.withContents(request.steps[0]!.expected, files);
  writeRefs(place.shadow, step, { [`rest-${operation}`]: tree }, { pid: io.pid, durable: true });
  return { [step]: tree };
}
