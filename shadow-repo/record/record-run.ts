import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { journalSize } from "../journal/journal-file.ts";
import { appendRecord } from "../journal/journal.ts";
import { readHistory } from "../journal/replay.ts";
import { keptChangesSince } from "../keep/kept-changes.ts";
import { readKeptState, type KeptStateId } from "../keep/kept-state.ts";
import { newId, placeOf } from "../place.ts";
import { writeRefs } from "../refs.ts";

/**
 * The snapshots before and after a program's run, by their ids, and the ignored files that were kept before the run.
 */
interface Run {
  readonly first: string;
  /** The snapshot after the run; absent if no recorded file changed. */
  readonly last?: string | undefined;
  readonly keep?: KeptStateId | undefined;
  /** The program with its arguments; it must hold no secret. */
  readonly command?: string;
}

/** Writes a checkpoint of the whole run, which an undo takes back. Returns its id; `undefined` if no file changed. */
export function recordRun(io: Io, folder: string, { first, last, keep, command }: Run): string | undefined {
  const place = placeOf(io, folder);
  const { checkpoints } = readHistory(place.shadow);
  const before = checkpoints.find(({ id }) => id === first);
  const after = checkpoints.find(({ id }) => id === (last ?? first));
  const kept = readKeptState(place.shadow, keep);
  const keepChanges = kept && keptChangesSince(place, kept);
  if (!before || !after || (before.after === after.after && !keepChanges)) return undefined;
  const id = newId();
  writeRefs(place.shadow, id, { before: before.after, after: after.after }, { pid: io.pid, durable: true });
  appendRecord(place.shadow, {
    type: "checkpoint",
    id,
    session: null,
    scope: "tool",
    prefix: before.prefix,
    before: before.after,
    after: after.after,
    ...defined({ coverageBefore: before.coverageAfter, coverageAfter: after.coverageAfter, command }),
    startedAt: before.createdAt,
    began: [before.endedAt ?? 0, 0],
    endedAt: journalSize(place.shadow),
    createdAt: io.now().toISOString(),
    toolName: "run",
    ...(keepChanges && { keep: keep!, keepChanges }),
  });
  return id;
}
