import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { findShadow } from "../create-shadow.ts";
import type { Skipped } from "../engine.ts";
import { journalSize } from "../journal/journal-file.ts";
import { appendRecord } from "../journal/journal.ts";
import { takePending, type PendingKey } from "../journal/pending.ts";
import { openShadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { addedBySparse, sparseDefinition } from "../source/sparse-checkout.ts";
import { appeared, differenceOf } from "./appeared.ts";
import { stillOnDisk, recordUntracked } from "./still-on-disk.ts";
import { throwWhereRefused } from "./recording-limits.ts";

export interface ToolCall {
  readonly toolName?: string;
  readonly toolUseId?: string;
}

/**
 * Captures the present and writes a checkpoint where it differs from the "before" of the same key.
 * `undefined` where there is no such "before". The scope is that of the "before", wherever the agent is by now.
 */
export async function completeCheckpoint(
  io: Io,
  place: Place,
  key: PendingKey,
  call: ToolCall = {},
): Promise<readonly Skipped[] | undefined> {
  if (!(await findShadow(io, place))) return undefined;
  throwWhereRefused(io, place); // what was begun stays, to be completed later
  const taken = takePending(place.shadow, key);
  if (!taken) return undefined;
  const { id, tree: before, coverage: coverageBefore, prefix, startedAt, began, turn, sparse } = taken.pending;
  const shadow = await openShadow(io, place);
  const { engine } = shadow;
  const { tree: present, coverage: coverageAfter, skipped, since } = await engine.capture({ prefix });
  // No checkpoint may name a state that is gone: the index alone can tell what changed since.
  if (before !== present && !(await engine.sizes([before])).has(before)) {
    taken.done();
    throw new UserError("lostState", []);
  }
  // Mostly the capture itself began with the state before, and then no git has to compare the trees.
  const difference = since?.tree === before ? since : differenceOf(await engine.diff(before, present, prefix));
  const { added, deleted, edited } = difference;
  const covered = { tree: before, coverage: coverageBefore };
  const undeleted = await stillOnDisk(io, place, deleted, async () => engine.diff(before, present, prefix));
  const untracked = await recordUntracked(shadow, covered, prefix, undeleted);
  const after = untracked?.tree ?? present;
  const brought =
    sparse !== undefined && added.length > 0 && sparseDefinition(io, place) !== sparse
      ? addedBySparse(place, await engine.diff(before, present, prefix))
      : [];
  const unknown = [
    ...(await appeared(shadow, covered, { tree: present, coverage: coverageAfter }, difference)),
    ...brought,
  ];
  const unconcerned = [...undeleted.filter((path) => untracked?.recorded.has(path) !== true), ...new Set(unknown)];
  // Mostly the lists alone tell that more changed than what no undo concerns, and no git has to compare the trees once
  // more. What the capture itself counts as edited may only have been touched.
  const isSure =
    untracked !== undefined ||
    added.length + deleted.length > unconcerned.length ||
    (edited.length > 0 && (difference !== since || unconcerned.length === 0));
  if (before !== after && (isSure || (await engine.diff(before, after, prefix)).length > unconcerned.length)) {
    // First what keeps the trees alive, then the line that names them: a crash in between costs a little space.
    taken.keep(after, io.pid);
    appendRecord(place.shadow, {
      type: "checkpoint",
      id,
      session: key.session,
      scope: key.kind === "turn" ? "turn" : "tool",
      prefix,
      before,
      after,
      ...(coverageBefore !== undefined && { coverageBefore }),
      ...(coverageAfter !== undefined && { coverageAfter }),
      startedAt,
      began,
      endedAt: journalSize(place.shadow),
      createdAt: io.now().toISOString(),
      ...(call.toolName !== undefined && { toolName: call.toolName }),
      ...(call.toolUseId !== undefined && { toolUseId: call.toolUseId }),
      ...(key.kind === "nameless" && { call: key.call }),
      ...(turn !== undefined && { turn }),
      ...(unconcerned.length > 0 && { left: unconcerned }),
      ...(brought.length > 0 && { brought }),
      ...(untracked && { kept: untracked.kept }),
    });
  }
  taken.done();
  return skipped;
}
