import { defined } from "../../../kit/defined.ts";
import { UserError } from "../../../kit/user-error.ts";
import { remark, type ObjectId, type Remark, type Rename, type Skipped, type SnapshotEngine } from "../../engine.ts";
import type { ToldLoss } from "../../git-state/told-loss.ts";
import { toGitPath, toText, type GitPath } from "../../git-path.ts";
import { type FileChange, fileChange, labelsOf, type Scope, withRenames } from "../../journal/checkpoint.ts";
import type { StoredCheckpoint } from "../../journal/history.ts";
import type { ListedHunk } from "../hunks/choose-hunks.ts";
import { same, type PlanItem } from "../plan/plan-restore.ts";

/** Two trees whose differences in some paths are part of a restore's changes. */
interface TreePair {
  /** The present, or the state after the steps if later edits stay. */
  readonly before: ObjectId;
  readonly after: ObjectId;
  readonly paths: readonly string[];
  /** The top of another repository, and the beginning of its paths here. */
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
  /** The step never ended. */
  readonly open?: true;
}

export function undoneStep(one: StoredCheckpoint): UndoneStep {
  const { id, session, scope, createdAt, isOpen } = one;
  return { id, session_id: session, ...labelsOf(one), scope, created_at: createdAt, ...(isOpen && { open: true }) };
}

/** The result of undo, redo, reset and restore; for a dry run the planned one. */
export interface RestoreResult {
  /** Whether any file was put back; false for a dry run and if there was nothing to do. */
  readonly restored: boolean;
  /** Whether everything that was asked for is done. */
  readonly complete: boolean;
  /** The steps that are taken back, or given back by a redo. */
  readonly undone: readonly UndoneStep[];
  readonly isRedo?: true;
  /** The facts by which the parts of these steps in other repositories are known. */
  readonly ties?: readonly Pick<StoredCheckpoint, "id" | "tie" | "home">[];
  /** HEAD at the beginning of the oldest step and now, if it has moved: see `headOf`. */
  readonly head?: { readonly before: string; readonly now: string };
  /** Notes for a person about git, as sentences: git's own state is left as it is. */
  readonly notes: readonly string[];
  /** Refs, stashes, commits and staged files that git lost since, which `notes` name too. */
  readonly git?: readonly ToldLoss[];
  /** Files that are now in the wanted state; those that were before count, too. */
  readonly files: number;
  /** The id under which the state before the operation was recorded; `null` if nothing was done. */
  readonly checkpoint: string | null;
  /** The command, without `snapveil`, that brings that state back; absent if no file was changed. */
  readonly wayBack?: string;
  /** Paths that stay unchanged. */
  readonly skipped: readonly Remark[];
  /** Paths that were changed after the checkpoint and are put back all the same: the present is recorded. */
  readonly conflicts: readonly Remark[];
  /** Paths that changed, too, and that nothing holds: no undo brings back what was there. */
  readonly notHeld: readonly Remark[];
  /** Ignored files that were changed in place and stay as these are, though a copy is kept. */
  readonly keptInPlace: readonly string[];
  /** Every file of the steps is as before already, so that nothing was to be done. */
  readonly isAsBefore?: true;
  /** The change of each file that differs; a dry run also counts the lines. */
  readonly changes: readonly FileChange[];
  /** Every hunk that can be chosen, chosen or not; only for a dry run by hunk. */
  readonly hunks?: readonly ListedHunk[];
  /** The trees of these changes, for `restoreDiff`. */
  readonly pairs: readonly TreePair[];
  /** The part of each repository, if the operation ran in several. */
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
  checkpoint: null,
  skipped: [],
  conflicts: [],
  notHeld: [],
  keptInPlace: [],
  changes: [],
  pairs: [],
};

/** The facts about the paths of an operation, beside their changes. */
export interface Named {
  /** Paths that are not touched, since they are somebody else's. */
  readonly staying?: readonly Skipped[];
  /** Paths that are not touched now, and that a later undo takes back. */
  readonly waiting?: readonly Skipped[];
  /** The reason why a person may not want a path put back. */
  readonly doubts?: ReadonlyMap<GitPath, string>;
  /** The files that are renamed, by the names that they get. */
  readonly renames?: ReadonlyMap<GitPath, Rename>;
}

/** The result of an operation, done or planned, for a person to read. */
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
    complete: skipped.length + outside.length + waiting.length === 0,
    skipped: [
      ...[...skipped, ...outside.map(({ path }) => ({ path, why: "outside of this folder" })), ...waiting].map(remark),
      ...staying.map((one) => ({ ...remark(one), theirs: true as const })),
    ],
    conflicts: done.flatMap((item) => {
      const why = item.edited
        ? "changed since the checkpoint"
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
 * The pairs of trees that show the changes. If a later edit stays in a file, the steps' changes are shown the other way
 * round.
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

/** A preview with the numbers of added and removed lines; with no numbers if the content of one file is lost. */
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
