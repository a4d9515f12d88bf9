import { defined } from "../../../kit/defined.ts";
import { UserError } from "../../../kit/user-error.ts";
import { remark, type ObjectId, type Remark, type Rename, type Skipped, type SnapshotEngine } from "../../engine.ts";
import type { ToldLoss } from "../../git-state/told-loss.ts";
import { toGitPath, toText, type GitPath } from "../../git-path.ts";
import { type FileChange, fileChange, labelsOf, type Scope, withRenames } from "../../journal/checkpoint.ts";
import type { Operation, StoredCheckpoint } from "../../journal/history.ts";
import type { Share } from "../../journal/share.ts";
import type { ListedHunk } from "../hunks/choose-hunks.ts";
import { same, type PlanItem } from "../plan/plan-item.ts";

/** Two trees whose differences in `paths` show a part of the changes of a restore. */
interface TreePair {
  /** The present, or the state after the steps if later edits stay. */
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly paths: readonly string[];
  /**
   * The top of the repository that holds the trees, and the prefix of its paths in this result; absent for the folder's
   * own repository.
   */
  readonly within?: { readonly root: string; readonly prefix: string };
}

/** A step with the words by which a person recognizes it. */
export interface UndoneStep {
  readonly id: string;
  readonly session_id: string | null;
  readonly title?: string;
  readonly command?: string;
  readonly agent?: string;
  readonly scope: Scope;
  readonly created_at: string;
  /** Present and true if the step never ended. */
  readonly open?: true;
}

/** The state that a restore brings back, with the words by which a person recognizes its checkpoint. */
export interface WantedState extends Omit<UndoneStep, "scope" | "open"> {
  readonly kind: Scope | Operation["kind"];
  /** Absent if the checkpoint was made by hand, so that it has one state. */
  readonly side?: "before" | "after";
}

/** The part of a step that an operation takes back or brings back. */
export interface StepShare {
  readonly shares: readonly Share[];
  /** Whether the operation takes the last of the step, since earlier undos took back the rest. */
  readonly isLast?: true;
}

export function undoneStep(one: StoredCheckpoint): UndoneStep {
  const { id, session, scope, createdAt, isOpen } = one;
  return { id, session_id: session, ...labelsOf(one), scope, created_at: createdAt, ...(isOpen && { open: true }) };
}

/** The result of an undo, redo, reset or restore, or the planned result of a dry run. */
export interface RestoreResult {
  /** Whether any file was put back; false for a dry run and if there was nothing to do. */
  readonly restored: boolean;
  /** Whether everything that was asked for is done. */
  readonly complete: boolean;
  /** The steps that are undone, or redone by a redo. */
  readonly undone: readonly UndoneStep[];
  readonly isRedo?: true;
  /** The state that a restore brings back. */
  readonly wanted?: WantedState;
  /** Present if an operation whose process died is taken back in the place of a step: a sentence about it. */
  readonly recovers?: string;
  /** Id of a step → the part of the step that the operation takes back or brings back, unless that is all of it. */
  readonly shares?: ReadonlyMap<string, StepShare>;
  /** The fields of these steps by which their parts in other repositories are found. */
  readonly ties?: readonly Pick<StoredCheckpoint, "id" | "tie" | "home">[];
  /** HEAD at the beginning of the oldest step and now, if it has moved: see `headOf`. */
  readonly head?: { readonly before: string; readonly now: string };
  /** Sentences for a person, such as about git's state, which stays as it is. */
  readonly notes: readonly string[];
  /** Refs, stashes, commits and staged files that git lost since the steps began; `notes` has their sentences, too. */
  readonly git?: readonly ToldLoss[];
  /** The number of files that are in the wanted state now, including files that were in it before the operation. */
  readonly files: number;
  /** The files that were in the wanted state before the operation already. */
  readonly already: readonly string[];
  /** The id of the operation, under which the state before it is recorded; `null` if no operation was recorded. */
  readonly checkpoint: string | null;
  /** The arguments of `snapveil` that bring the state before the operation back; absent if no file was changed. */
  readonly wayBack?: string;
  /** Paths that stay unchanged. */
  readonly skipped: readonly Remark[];
  /** Paths that changed after the checkpoint and are put back nevertheless, since their present state is recorded. */
  readonly conflicts: readonly Remark[];
  /** Paths that changed, but that no checkpoint and no copy holds, so that no undo brings them back. */
  readonly notHeld: readonly Remark[];
  /** Ignored files with a kept copy that stay as they are, since they were changed in place. */
  readonly keptInPlace: readonly string[];
  /** Present and true if every file of the steps is as before already, so that no file was written. */
  readonly isAsBefore?: true;
  /**
   * Only in a dry run of an undo that would put back nothing, and whose steps changed no recorded file: `offered` if
   * such an undo records nothing, `told` if it is recorded.
   */
  readonly keptStay?: "offered" | "told";
  /** The change of each file that the operation writes or deletes; a dry run also counts the changed lines. */
  readonly changes: readonly FileChange[];
  /** The chosen hunks, or every hunk that can be chosen; present only for a dry run by hunk. */
  readonly hunks?: readonly ListedHunk[];
  /** The trees that show `changes`, for `restoreDiff`. */
  readonly pairs: readonly TreePair[];
  /** The result of each repository in short, if the operation ran in several. */
  readonly repositories?: readonly {
    readonly worktree: string;
    readonly files: number;
    readonly checkpoint: string | null;
  }[];
}

export const NOTHING_RESTORED: RestoreResult = {
  restored: false,
  complete: true,
  undone: [],
  notes: [],
  files: 0,
  already: [],
  checkpoint: null,
  skipped: [],
  conflicts: [],
  notHeld: [],
  keptInPlace: [],
  changes: [],
  pairs: [],
};

/** The paths that an operation leaves, with the reasons, and doubts about paths that it changes. */
export interface Named {
  /** Paths that are left, since another session changed them. */
  readonly staying?: readonly Skipped[];
  /** Paths that are left for now, so that a later undo takes them back. */
  readonly waiting?: readonly Skipped[];
  /** Path → the reason why a person may not want it put back. */
  readonly doubts?: ReadonlyMap<GitPath, string>;
  /** New name of a file → its rename. */
  readonly renames?: ReadonlyMap<GitPath, Rename>;
}

/**
 * The result of an operation, done or planned.
 * @param before the tree of the present before the operation
 * @param inside the wanted items in the folder of the command
 * @param skipped files of `inside` that were left alone
 * @param outside the wanted items in other folders, which are left alone
 */
export function resultOf(
  before: ObjectId,
  inside: readonly PlanItem[],
  skipped: readonly Skipped[],
  outside: readonly PlanItem[],
  named: Named = {},
): RestoreResult {
  const leftAlone = new Set(skipped.map(({ path }) => path));
  const done = inside.filter(({ path }) => !leftAlone.has(path));
  const differing = done.filter((item) => !same(item.current, item.target));
  const { waiting = [], staying = [] } = named;
  return {
    ...NOTHING_RESTORED,
    files: done.length,
    already: done.flatMap((item) => (same(item.current, item.target) ? toText(item.path) : [])),
    complete: skipped.length + outside.length + waiting.length === 0,
    skipped: [
      ...[...skipped, ...outside.map(({ path }) => ({ path, why: "outside of this folder" })), ...waiting].map(remark),
      ...staying.map((one) => ({ ...remark(one), theirs: true as const })),
    ],
    conflicts: done.flatMap((item) => {
      const why = item.edited
        ? "edited since the checkpoint, and that edit goes, too"
        : same(item.current, item.target)
          ? undefined
          : item.merged?.isApart
            ? undefined
            : named.doubts?.get(item.path);
      return why === undefined ? [] : [remark({ path: item.path, why })];
    }),
    changes: withRenames(
      differing.map(({ path, current, target, lines }) =>
        fileChange({ path, ...defined({ before: current, after: target }) }, undefined, lines),
      ),
      named.renames ?? new Map(),
    ),
    pairs: pairsOf(before, differing),
  };
}

/**
 * The pairs of trees that show the changes. A file in which a later edit stays is shown without that edit: from its
 * state after the steps to the state before them.
 */
function pairsOf(before: ObjectId, differing: readonly PlanItem[]): TreePair[] {
  const files = differing.filter(({ lines }) => !lines); // hunks have patches of their own
  const whole = files.filter(({ merged }) => !merged);
  return [
    ...[...new Set(whole.map(({ source }) => source))].map((after) => ({
      before,
      after,
      paths: whole.filter(({ source }) => source === after).map(({ path }) => toText(path)),
    })),
    ...files.flatMap(({ path, source, merged }) =>
      merged ? [{ before: merged.base, after: merged.tree ?? source, paths: [toText(path)] }] : [],
    ),
  ];
}

/** Adds the numbers of added and removed lines to a preview; none at all if the content of a file is lost. */
export async function countLines(engine: SnapshotEngine, result: RestoreResult): Promise<RestoreResult> {
  if (result.pairs.length === 0) return result;
  let counts: Awaited<ReturnType<SnapshotEngine["lineCounts"]>>;
  try {
    counts = await engine.lineCounts(result.pairs.map(({ before, after }) => [before, after]));
  } catch (error) {
    if (error instanceof UserError) return result;
    throw error;
  }
  const byPath = new Map(
    result.pairs.flatMap(({ paths }, at) => paths.map((path) => [path, counts[at]?.get(toGitPath(path))])),
  );
  return { ...result, changes: result.changes.map((change) => ({ ...change, ...byPath.get(change.path) })) };
}
