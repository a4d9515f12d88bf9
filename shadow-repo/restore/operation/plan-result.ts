import type { ObjectId, Skipped } from "../../engine.ts";
import { isAmong, toText, type GitPath } from "../../git-path.ts";
import type { HunkPlan } from "../hunks/choose-hunks.ts";
import type { KeptPlan } from "../kept/kept-plan.ts";
import type { PlanItem } from "../plan/plan-item.ts";
import { withKept, withRemovedFolders } from "./about-kept.ts";
import { withClashes, type aboutPlan } from "./about-plan.ts";
import type { OperationContext, OperationRequest } from "./request.ts";
import { resultOf, type Named, type RestoreResult } from "./restore-result.ts";
import { sharesOfUndo, type StepFiles } from "./shares.ts";

/** What the result of an operation is made of. Most are parts of its plan, see `OperationPlan`. */
export interface ResultParts {
  readonly request: OperationRequest;
  readonly context: OperationContext;
  /** The tree of the present. */
  readonly before: ObjectId;
  readonly inside: readonly PlanItem[];
  readonly outside: readonly PlanItem[];
  readonly elsewhere: readonly Skipped[];
  readonly sparseAdded: readonly Skipped[];
  readonly byHunk: HunkPlan | undefined;
  readonly kept: KeptPlan;
  readonly emptyFolders: readonly GitPath[];
  /** The asked paths that stay, and renames. */
  readonly named: Named;
  /** The files of each step of an undo. */
  readonly stepFiles: readonly StepFiles[];
  /** The sentences about the plan. */
  readonly about: Awaited<ReturnType<typeof aboutPlan>>;
  /** Whether all files are as before the steps already. */
  readonly isAsBefore: boolean;
}

/** The result of an operation if the skipped files stay and `items` are put back. */
export function resultOfPlan(
  parts: ResultParts,
  skipped: readonly Skipped[],
  items: readonly PlanItem[],
): RestoreResult {
  const { request, context, before, outside, elsewhere, sparseAdded, byHunk, kept, emptyFolders, named } = parts;
  const { about, isAsBefore, stepFiles } = parts;
  const all = [...skipped, ...elsewhere];
  const staying = new Set([...all, ...sparseAdded].map(({ path }) => path));
  const files = withClashes(resultOf(before, items, [...all, ...sparseAdded], outside, named), byHunk);
  return {
    ...withRemovedFolders(withKept(files, kept), emptyFolders),
    ...about.told,
    undone: touching(about.told.undone, request, stepFiles),
    ...(stepFiles.length > 0 && { shares: sharesFor(parts, all, items) }),
    notes: about.notes(parts.inside.filter(({ path }) => !staying.has(path))),
    notHeld: about.notHeld,
    keptInPlace: kept.inPlace.map(({ file }) => toText(file.path)),
    ...(isAsBefore && !context.waiting?.length && { isAsBefore }),
    ...(request.kind === "redo" && { isRedo: true as const }),
  };
}

/** The steps that changed a file at one of the asked paths; without paths all steps. */
function touching(
  undone: RestoreResult["undone"],
  { paths }: OperationRequest,
  stepFiles: readonly StepFiles[],
): RestoreResult["undone"] {
  if (paths === undefined || undone.length < 2) return undone;
  const others = stepFiles.filter(({ all }) => !all.some((path) => isAmong(path, paths)));
  const ids = new Set(others.map(({ step }) => step.id));
  return undone.filter(({ id }) => !ids.has(id));
}

function sharesFor(
  { byHunk, kept, context, stepFiles }: ResultParts,
  staying: readonly Skipped[],
  items: readonly PlanItem[],
): ReturnType<typeof sharesOfUndo> {
  const left = new Set([...staying.map(({ path }) => path), ...(byHunk?.rest.keys() ?? [])]);
  const done = items.flatMap(({ path, former = path }) => (left.has(path) || left.has(former) ? [] : former));
  return sharesOfUndo(stepFiles, {
    done: new Set([...done, ...kept.ready.map(({ file }) => file.path)]),
    others: othersFiles(context),
    byHunk,
  });
}

/** Id of a step → the files that an undo leaves since the step did not change them. */
function othersFiles({ staying = [], stayingPaths = new Map() }: OperationContext): ReadonlyMap<string, GitPath[]> {
  const names = new Set(staying.map(({ path }) => path));
  return new Map([...stayingPaths].map(([id, paths]) => [id, paths.filter((path: GitPath) => names.has(path))]));
}
