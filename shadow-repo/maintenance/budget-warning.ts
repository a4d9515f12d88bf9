import { existsSync, rmSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import type { Place } from "../place.ts";

/**
 * The mark file of the warning. A prune writes it if only the newest session is left to forget. If the next prune finds
 * the file, it forgets the oldest steps of that session.
 */
function fileIn({ shadow }: Place): string {
  return `${shadow}/over-budget`;
}

/** Whether an earlier prune announced that the next prune will forget steps of the newest session. */
export function isWarned(place: Place): boolean {
  return existsSync(fileIn(place));
}

/** Sets or removes the warning that the next prune will forget the oldest steps of the newest session. */
export function setWarning(io: Io, place: Place, isNext: boolean): void {
  if (!isNext) rmSync(fileIn(place), { recursive: true, force: true });
  else if (!isWarned(place)) atomicWrite(fileIn(place), "", { pid: io.pid });
}

/** The sentence of the warning; `undefined` if the next prune will not forget steps of the newest session. */
export function budgetWarning(place: Place): string | undefined {
  if (!isWarned(place)) return undefined;
  return (
    `snapveil: the checkpoints of ${printable(place.worktree.root)} take more space than they may, and all that is ` +
    "left are those of the newest session. The next prune forgets the oldest of them; the newest turn stays. " +
    'snapveil status says how much it is, and "budget" under "checkpoints" in your settings gives them more.'
  );
}
