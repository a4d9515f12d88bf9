import { existsSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import { atomicWrite } from "../kit/atomic-write.ts";
import type { Io } from "../kit/io.ts";
import { collectGarbageDetached } from "./collect-garbage.ts";
import { hasShadow } from "./create-shadow.ts";
import { folderSize } from "./folder-size.ts";
import { historyOf } from "./history.ts";
import { readJournal } from "./journal.ts";
import type { Place } from "./place.ts";
import { DEFAULT_BUDGET, forget, oldestQuarter, outdated } from "./retention.ts";
import { sweepLeftovers } from "./sweep-leftovers.ts";

const DAY = 24 * 3_600_000;

/**
 * What a session's end does, at most once a day: forget what is too old or too much, sweep, and let git pack the rest on
 * its own time. On every other call one look at a file. docker-agent ends a session after each answer.
 */
export function keepHouse(io: Io, place: Place, session: string): void {
  if (!hasShadow(place)) return;
  const mark = join(place.shadow, "housekeeping");
  const last = existsSync(mark) ? statSync(mark).mtimeMs : undefined;
  const age = last === undefined ? undefined : io.now().getTime() - last;
  if (age !== undefined && age >= 0 && age < DAY) return;
  rmSync(mark, { force: true });
  atomicWrite(mark, "", { pid: io.pid });
  if (age === undefined) return; // the first day there is nothing to tidy
  sweepLeftovers(io, place);
  const history = historyOf(readJournal(place.shadow).records);
  forget(io, place, outdated(history, DEFAULT_BUDGET, io.now(), session));
  if (folderSize(place.shadow) > DEFAULT_BUDGET.bytes) forget(io, place, oldestQuarter(historyOf(readJournal(place.shadow).records), session));
  collectGarbageDetached(io, place);
}
