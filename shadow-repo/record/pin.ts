import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { findCheckpoint, pinOf } from "../journal/history.ts";
import { appendRecord } from "../journal/journal.ts";
import { withRestoreLock } from "../locks/restore-lock.ts";
import { openHistory } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { historyWithOpen } from "./close-open.ts";

export interface PinResult {
  readonly checkpoint: string;
  readonly pinned: boolean;
  /** A person's title for the checkpoint. */
  readonly note?: string;
  /** Whether the command changed the pin or its note. */
  readonly changed: boolean;
}

export interface PinOptions {
  /** The id of a checkpoint or of an open turn or call, or the beginning of the id. */
  readonly checkpoint: string;
  /** `false` lets prune forget the checkpoint again. */
  readonly pinned: boolean;
  readonly note?: string;
}

/**
 * Pins a checkpoint of one repository, so that prune never forgets it, or removes the pin. The pin is written under the
 * restore lock, which prune takes, too, so prune does not forget the checkpoint at the same time.
 * @throws UserError `unknownCheckpoint` also for an undo or redo that is no checkpoint
 */
export async function pinIn(io: Io, place: Place, { checkpoint: id, pinned, note }: PinOptions): Promise<PinResult> {
  return withRestoreLock(io, place, false, async () => {
    const { shadow, history: written } = await openHistory(io, place, "mend");
    if (!shadow) throw new UserError("unknownCheckpoint", [id]);
    const { history } = await historyWithOpen(io, shadow, written);
    const found = findCheckpoint({ ...history, operations: [] }, id);
    const before = pinOf(history, found);
    const named = pinned ? (note ?? before?.note) : undefined;
    const changed = pinned ? !before || named !== before.note : before !== undefined;
    if (changed)
      appendRecord(shadow.place.shadow, {
        type: "pin",
        checkpoint: found.id,
        at: io.now().toISOString(),
        ...(!pinned && { isOff: true as const }),
        ...(named !== undefined && { note: named }),
      });
    const shown = named ?? found.note;
    return { checkpoint: found.id, pinned, ...(shown !== undefined && { note: shown }), changed };
  });
}
