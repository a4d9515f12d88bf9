import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { readCoverage } from "./coverage.ts";
import { historyOf, tornOperation, type History } from "./history.ts";
import { readJournal } from "./journal.ts";
import { openHistory, type Shadow } from "./open-shadow.ts";
import { packedRefs } from "./packed-refs.ts";

export interface Verification {
  readonly ok: boolean;
  /** Sentences; empty where everything is sound. */
  readonly problems: readonly string[];
  /** What to do about them. */
  readonly hint?: string;
}

/** Checks objects, journal and refs of the folder's shadow repository. Changes nothing; nothing recorded is sound. */
export async function verify(io: Io, folder: string): Promise<Verification> {
  const { shadow } = await openHistory(io, folder);
  if (!shadow) return { ok: true, problems: [] };
  const { records, damaged } = readJournal(shadow.place.shadow);
  const history = historyOf(records);
  const torn = tornOperation(history);
  const unknown = [...history.checkpoints.flatMap(({ coverageBefore, coverageAfter }) => [coverageBefore, coverageAfter]), ...history.operations.map(({ coverage }) => coverage)];
  const coverages = [...new Set(unknown)].filter((id) => id !== undefined && !readCoverage(shadow.place.shadow, id));
  const lost = await lostCheckpoints(shadow, history);
  const objects = await shadow.engine.check();
  const problems = [
    ...damaged.map((line) => `Line ${line} of the journal is damaged or of a later version; it is passed over.`),
    ...lost,
    ...coverages.map((id) => `The notes ${id} of what was ignored are gone: restoring a whole state that needs them may take files for new that were ignored.`),
    ...objects.map((line) => `git says: ${line}`),
    ...(torn ? [`The restore ${torn.id} died on the way.`] : []),
  ];
  if (problems.length === 0) return { ok: true, problems };
  const hint =
    lost.length > 0 || objects.length > 0
      ? `What is named cannot be restored any more; everything else can. To begin anew remove ${shadow.place.shadow}.`
      : torn
        ? "snapveil undo brings back the state before it."
        : "The other lines are sound; nothing has to be done.";
  return { ok: false, problems, hint };
}

async function lostCheckpoints({ engine, place }: Shadow, { checkpoints, operations }: History): Promise<string[]> {
  const named = [...checkpoints, ...operations.map(({ id, before, end }) => ({ id, before, after: end?.after ?? before }))];
  const packed = packedRefs(place.shadow);
  const present = await engine.sizes(named.flatMap(({ before, after }) => [before, after]));
  return named.flatMap(({ id, before, after }) => {
    if (!present.has(before) || !present.has(after)) return [`The checkpoint ${id} has lost its files.`];
    return existsSync(join(place.shadow, "refs", "snapveil", id)) || packed.has(`refs/snapveil/${id}/before`) ? [] : [`The checkpoint ${id} has lost the refs that keep its files.`];
  });
}
