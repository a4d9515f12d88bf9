import type { Io } from "../kit/io.ts";
import type { Skipped } from "./engine.ts";
import { appendRecord } from "./journal.ts";
import { keepTrees } from "./keep-trees.ts";
import { appeared } from "./appeared.ts";
import { leftOnDisk } from "./left-on-disk.ts";
import { MAX_FILE_SIZE, openShadow } from "./open-shadow.ts";
import { takePending, type PendingKey } from "./pending.ts";
import { hasShadow } from "./create-shadow.ts";
import type { Place } from "./place.ts";

export interface ToolCall {
  readonly toolName?: string;
  readonly toolUseId?: string;
}

/**
 * Captures the present and writes a checkpoint where it differs from the "before" of the same key.
 * `undefined` where there is no such "before". The scope is that of the "before", wherever the agent is by now.
 */
export async function completeCheckpoint(io: Io, place: Place, key: PendingKey, call: ToolCall = {}): Promise<readonly Skipped[] | undefined> {
  if (!hasShadow(place)) return undefined;
  const taken = takePending(place.shadow, key);
  if (!taken) return undefined;
  const { id, tree: before, prefix, startedAt, turn, skipped: skippedBefore = [] } = taken.pending;
  const { engine } = await openShadow(io, place);
  const { tree: after, skipped } = await engine.capture({ prefix, maxFileSize: MAX_FILE_SIZE });
  const changes = await engine.diff(before, after, prefix);
  const left = [...leftOnDisk(io, place, changes), ...(await appeared(engine, before, changes, skippedBefore))];
  if (changes.length > left.length) {
    // First what keeps the trees alive, then the line that names them: a crash in between costs a little space.
    keepTrees(place.shadow, id, { before, after }, { pid: io.pid, durable: true });
    appendRecord(place.shadow, {
      type: "checkpoint",
      id,
      session: key.session,
      scope: key.kind === "turn" ? "turn" : "tool",
      prefix,
      before,
      after,
      startedAt,
      createdAt: io.now().toISOString(),
      ...(call.toolName !== undefined && { toolName: call.toolName }),
      ...(call.toolUseId !== undefined && { toolUseId: call.toolUseId }),
      ...(turn !== undefined && { turn }),
      ...(left.length > 0 && { left }),
    });
  }
  taken.done();
  return skipped;
}
