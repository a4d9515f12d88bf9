import type { Io } from "../../kit/io.ts";
import type { Place } from "../place.ts";
import { closeOpen } from "./close-open.ts";
import { completeCheckpoint, type UnrecordedFile } from "./complete-checkpoint.ts";
import type { Work } from "./late-queue.ts";
import { recordBaseline, recordBefore, type Asked } from "./record-before.ts";

/**
 * Performs the recording that an event of the agent needs.
 * @param asked the moment of the event, if the work is performed late
 * @returns the files that were not recorded; `undefined` if no "before" waited for the event
 */
export async function performWork(
  io: Io,
  place: Place,
  work: Work,
  asked?: Asked,
): Promise<readonly UnrecordedFile[] | undefined> {
  switch (work.kind) {
    case "baseline":
      return recordBaseline(io, place, work.prefix, work.session);
    case "before":
      return recordBefore(io, place, work.prefix, work.key, work.beginning, {
        ...work.options,
        ...(asked && { asked }),
      });
    case "after":
      return completeCheckpoint(io, place, work.key, work.call);
    case "close":
      await closeOpen(io, place, work.session);
      return undefined;
  }
}
