import type { Io } from "../../kit/io.ts";
import type { Skipped } from "../engine.ts";
import { nextMoment } from "../journal/journal-file.ts";
import { peekPending, putPending, type PendingKey } from "../journal/pending.ts";
import { openShadow } from "../open/open-shadow.ts";
import { newId, type Place } from "../place.ts";
import { sparseDefinition } from "../source/sparse-checkout.ts";
import { throwWhereRefused } from "./recording-limits.ts";

/** Captures the present and, with a key, keeps it until `completeCheckpoint`. Without one it is only a baseline. */
export async function recordBefore(io: Io, place: Place, key?: PendingKey): Promise<readonly Skipped[]> {
  throwWhereRefused(io, place);
  const { engine } = await openShadow(io, place);
  const startedAt = io.now().toISOString();
  const began = key && nextMoment(place.shadow);
  const sparse = key && sparseDefinition(io, place);
  const { tree, skipped, coverage } = await engine.capture({ prefix: place.prefix, refresh: key === undefined });
  if (key && began) {
    const turn =
      key.kind === "turn" ? undefined : peekPending(place.shadow, { kind: "turn", session: key.session })?.id;
    putPending(
      place.shadow,
      key,
      {
        id: newId(),
        tree,
        prefix: place.prefix,
        startedAt,
        began,
        ...(turn !== undefined && { turn }),
        ...(coverage !== undefined && { coverage }),
        ...(sparse !== undefined && { sparse }),
      },
      io.pid,
    );
  }
  return skipped;
}
