import { renameSync, unlinkSync } from "node:fs";

import { onDisk } from "../git-path.ts";
import { foundAt } from "../source/on-disk.ts";
import { CHANGED, checkItem } from "./check-item.ts";
import type { PlanItem } from "./plan-item.ts";
import type { Putting } from "./put-file.ts";
import { isUntouched, linked, temporaryFor } from "./second-name.ts";

/**
 * Removes one file. Gives why it was left alone; one that is gone already, or is a folder by now, is as wanted. It is
 * taken away by its name before it is looked at for the last time, so what comes in between is not what goes.
 */
export function dropFile({ root, engine, operation }: Putting, item: PlanItem): string | undefined {
  const verdict = checkItem(item, { root, engine, planned: new Map() });
  if (verdict.why !== undefined) return verdict.why;
  if (!verdict.found || verdict.found.isDirectory()) return undefined;
  const [place, aside] = [onDisk(root, item.path), temporaryFor(root, item.path, operation)];
  renameSync(place, aside);
  if (isUntouched(aside, verdict.found, item.current!, engine)) {
    unlinkSync(aside);
    return undefined;
  }
  if (linked(aside, place)) unlinkSync(aside);
  else if (foundAt(root, item.path))
    return `${CHANGED}, and once more; what was there first is in ${aside.toString("utf8")}`;
  else renameSync(aside, place);
  return CHANGED;
}
