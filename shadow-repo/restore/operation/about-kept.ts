import { printable, shortened } from "../../../kit/text.ts";
import { remark } from "../../engine.ts";
import { toText, type GitPath } from "../../git-path.ts";
import { withoutOuterFolders } from "../../keep/empty-folders.ts";
import type { FileChange } from "../../journal/checkpoint.ts";
import type { StoredCheckpoint } from "../../journal/history.ts";
import type { BeginRecord, EndRecord } from "../../journal/records.ts";
import type { RestoreResult } from "./restore-result.ts";
import { keptAmong } from "../kept/in-place.ts";
import type { KeptItem, KeptPlan } from "../kept/kept-plan.ts";
import type { KeptDone } from "../kept/put-kept.ts";

/** Adds the kept files of a plan to a planned result. */
export function withKept(result: RestoreResult, { ready, staying }: KeptPlan): RestoreResult {
  return {
    ...result,
    files: result.files + shownOf(ready).length + removedBy(ready).length,
    complete: result.complete && staying.length === 0,
    skipped: [...result.skipped, ...staying.map(remark)],
    changes: [...result.changes, ...shownOf(ready).map(changeOf), ...removedBy(ready)],
  };
}

/** Adds the folders without files that a redo removes to a planned result. */
export function withRemovedFolders(result: RestoreResult, folders: readonly GitPath[]): RestoreResult {
  if (folders.length === 0) return result;
  const shown = withoutOuterFolders(folders.map((path) => ({ path })));
  const changes = shown.map(({ path }) => ({ path: toText(path), status: "deleted", kept: true }) as const);
  return { ...result, files: result.files + changes.length, changes: [...result.changes, ...changes] };
}

/** Corrects a result after the operation: kept files that could not be put back become skipped files. */
export function afterKept(result: RestoreResult, { left }: Pick<KeptDone, "left">): RestoreResult {
  if (left.length === 0) return result;
  const names = new Set(left.map(({ path }) => toText(path)));
  return {
    ...result,
    files: Math.max(0, result.files - left.length),
    complete: false,
    skipped: [...result.skipped, ...left.map(remark)],
    changes: result.changes.filter(({ path, kept }) => !kept || !names.has(path)),
  };
}

/** The items that a sentence names: without folders that hold another item. */
function shownOf(items: readonly KeptItem[]): KeptItem[] {
  const shown = new Set(withoutOuterFolders(items.map(({ file }) => file)));
  return items.filter(({ file }) => shown.has(file));
}

/** The side files of databases that the plan removes, as changes. */
function removedBy(items: readonly KeptItem[]): FileChange[] {
  return items.flatMap(({ removes = [] }) =>
    removes.map((path) => ({ path: toText(path), status: "deleted" as const, kept: true as const })),
  );
}

function changeOf({ file, over }: KeptItem): FileChange {
  return {
    path: toText(file.path),
    status: over === undefined ? "added" : "modified",
    ...(!file.isFolder && { size: file.size }),
    kept: true,
  };
}

/**
 * The sentence about kept files that were changed in place, with the command that puts them back; none without files.
 */
export function aboutInPlace(items: readonly KeptItem[], { from }: Pick<BeginRecord, "from"> = {}): string[] {
  const [first] = items;
  if (!first) return [];
  const names = shortened(items.map(({ file }) => printable(toText(file.path))));
  const verb = items.length === 1 ? "was" : "were";
  const it = items.length === 1 ? "it" : "them";
  return [
    `${names} ${verb} changed in place, perhaps by a program of yours, and ${items.length === 1 ? "stays" : "stay"} ` +
      `as ${items.length === 1 ? "it is" : "they are"}. To put ${it} back, too: snapveil ` +
      `${from ? `restore ${from.id} PATH` : "undo --kept"}`,
  ];
}

/**
 * Adds the kept files that were not put back to the remaining paths of their steps, so that a later undo offers these
 * files. A file that no later undo can put back is left out, so that it does not keep its step on offer.
 */
export function withKeptRemaining(
  remaining: EndRecord["remaining"],
  steps: readonly StoredCheckpoint[],
  { inPlace, elsewhere, staying }: KeptPlan,
  { left }: Pick<KeptDone, "left">,
): EndRecord["remaining"] {
  const waiting = staying.filter(({ isForGood }) => !isForGood);
  const notDone = new Set([
    ...inPlace.map(({ file }) => file.path),
    ...elsewhere,
    ...[...waiting, ...left].map(({ path }) => path),
  ]);
  const own = steps.flatMap((step) => {
    const paths: readonly GitPath[] = keptAmong(step, (path) => notDone.has(path));
    return paths.length === 0 ? [] : [[step.id, [...(remaining?.[step.id] ?? []), ...paths]] as const];
  });
  return own.length === 0 ? remaining : { ...remaining, ...Object.fromEntries(own) };
}
