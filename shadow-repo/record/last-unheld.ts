import { existsSync, rmSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { Skipped } from "../engine.ts";
import { readPending, type Pending } from "../journal/pending.ts";
import type { Place } from "../place.ts";
import { changedSecrets, unrecordedSince } from "./unrecorded.ts";

/**
 * Keeps the "before" of a turn that made no checkpoint and yet changed files that no checkpoint holds. Undo has no step
 * of such a turn, and would say that nothing happened.
 */
export function noteUnheld(io: Io, place: Place, pending: Pending, isStep: boolean, skipped: readonly Skipped[]): void {
  const file = fileOf(place.shadow);
  // Without the title and command, which are deleted with the checkpoint that has them.
  const { id, key, tree, prefix, startedAt, coverage, unrecorded } = pending;
  const isUnheld = () => changedSecrets(place, pending).length + unrecordedSince(place, pending, skipped).length > 0;
  if (!isStep && isUnheld())
    atomicWrite(file, JSON.stringify({ id, key, tree, prefix, startedAt, coverage, unrecorded }), { pid: io.pid });
  else if (existsSync(file)) rmSync(file, { force: true });
}

export function lastUnheld(shadow: string): Pending | undefined {
  return readPending(fileOf(shadow));
}

function fileOf(shadow: string): string {
  return `${shadow}/unheld`;
}
