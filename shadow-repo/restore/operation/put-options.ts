import type { BigIntStats } from "node:fs";

import type { Covered } from "../../coverage.ts";
import type { GitPath } from "../../git-path.ts";
import type { OperationContext, OperationRequest } from "./request.ts";

/**
 * Milliseconds: a file that was last changed less than this time before it was read may have changed since without
 * another time.
 */
const TICK = 1000;

/** The files of `seen` whose stats show every change since they were read, after `started` in milliseconds. */
export function provenBefore(
  started: number,
  seen: ReadonlyMap<GitPath, BigIntStats>,
): ReadonlyMap<GitPath, BigIntStats> {
  return new Map([...seen].filter(([, { ctimeMs }]) => Number(ctimeMs) < started - TICK));
}

/** The states to which files may go back, each with its coverage. */
export function statesOf({ steps, origin, originCoverage }: OperationRequest): Covered[] {
  const targets = steps.map(({ target, coverage }) => ({ tree: target, coverage }));
  return origin === undefined ? targets : [...targets, { tree: origin, coverage: originCoverage }];
}

/** The beginning of the oldest step of an undo, in milliseconds; a folder that is older is not removed. */
export function sinceOf({ told }: OperationContext): number | undefined {
  return told && Math.min(...told.map(({ startedAt }) => Date.parse(startedAt)));
}

/**
 * Tells which folders stay although their last file is deleted: of a redo those that the undo did not make, of an undo
 * those that held no files before the steps.
 */
export function keptFolders({ madeFolders, steps = [] }: OperationContext): (folder: GitPath) => boolean {
  if (madeFolders) return (folder) => !madeFolders.includes(folder);
  const filled = new Set(steps.flatMap(({ keepChanges }) => keepChanges?.filled ?? []));
  return (folder) => filled.has(folder);
}
