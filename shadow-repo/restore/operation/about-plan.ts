import { defined } from "../../../kit/defined.ts";
import { UserError } from "../../../kit/user-error.ts";
import { remark, type Capture, type ObjectId, type Rename, type SnapshotEngine, type Skipped } from "../../engine.ts";
import { type GitPath, isAmong, toText } from "../../git-path.ts";
import type { Shadow } from "../../open/open-shadow.ts";
import { findRenames } from "../../renames.ts";
import { aboutBackground } from "./about-background.ts";
import { aboutSteps } from "./about-git.ts";
import { aboutLosses } from "./about-losses.ts";
import { aboutUnended } from "./about-unended.ts";
import { aboutUnrecorded, NONE } from "./about-unrecorded.ts";
import { aboutRenamed, type Followed } from "../hunks/follow-renames.ts";
import type { HunkPlan } from "../hunks/choose-hunks.ts";
import { aboutMerged } from "../hunks/merge-edits.ts";
import { aboutDatabases } from "../kept/join-databases.ts";
import type { KeptPlan } from "../kept/kept-plan.ts";
import { heldBy } from "../kept/plan-kept.ts";
import { aboutInPlace } from "./about-kept.ts";
import type { OperationContext, OperationRequest } from "./request.ts";
import type { PlanItem } from "../plan/plan-item.ts";
import type { RestoreResult } from "./restore-result.ts";
import { foundAt } from "../../source/on-disk.ts";

/** A plan of which the sentences are made. */
interface Described extends Pick<OperationContext, "steps" | "beforeBackground" | "unended"> {
  readonly request: OperationRequest;
  readonly kept: KeptPlan;
  readonly differing: readonly PlanItem[];
  readonly followed: Followed;
  readonly present: Capture;
  readonly scope: GitPath;
}

/** The sentences about a plan: of its steps, and of the items that are put back. */
export async function aboutPlan(
  shadow: Shadow,
  { request, steps = [], beforeBackground, kept, differing, followed, present, scope, unended }: Described,
) {
  const { notes, ...told } = aboutSteps(shadow.place, steps);
  const held = new Set([...heldBy(kept), ...differing.map(({ path }) => path)]);
  const unrecorded =
    request.kind === "undo" ? await aboutUnrecorded(shadow, steps, { ...request, held }, present) : NONE;
  const named = new Set([...unrecorded.notHeld.map(({ path }) => path), ...[...held].map(toText)]);
  const losses = request.kind === "undo" ? aboutLosses(shadow.place, steps, request, named) : NONE;
  const background = await aboutBackground(shadow, beforeBackground, present.tree, scope);
  return {
    told,
    notHeld: [...unrecorded.notHeld, ...losses.notHeld],
    notes: (items: readonly PlanItem[]) => [
      ...aboutUnended(steps, unended, items, (path) => isAmong(path, request.paths)),
      ...notes,
      ...aboutMerged(items),
      ...aboutRenamed(items, followed),
      ...background,
      ...unrecorded.notes,
      ...losses.notes,
      ...aboutInPlace(kept.inPlace, request),
      ...aboutDatabases([...kept.ready, ...kept.inPlace]),
    ],
  };
}

/** The files that an operation gives back their former name: former name → the rename. Empty if a content is lost. */
export async function renamesIn(
  engine: SnapshotEngine,
  present: ObjectId,
  items: readonly PlanItem[],
): Promise<ReadonlyMap<GitPath, Rename>> {
  const changes = items.map(({ path, current, target }) => ({ path, ...defined({ before: current, after: target }) }));
  const sources = new Set(items.flatMap(({ source, current, target }) => (target && !current ? source : [])));
  try {
    const found = await findRenames(
      engine,
      [...sources].map((source) => ({ pair: [present, source] as const, changes })),
    );
    return new Map(found.flatMap((renames) => [...renames]));
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return new Map(); // a content is lost, and the operation itself reports it
  }
}

/** Adds to a result the chosen hunks that could not be put back, and the files that hold conflict markers. */
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

/** Files that git added when a sparse checkout was widened. They stay, since git's index expects them. */
export function sparseAdditions(root: string, request: OperationRequest): Skipped[] {
  const paths = [...new Set(request.steps.flatMap(({ brought }) => brought ?? []))];
  return paths
    .filter((path) => isAmong(path, request.paths) && path.startsWith(request.prefix) && foundAt(root, path))
    .map((path) => ({ path, why: "the sparse checkout was widened to it" }));
}
