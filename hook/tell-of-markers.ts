import type { Carriage } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { merge, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { isFirstTime, tellLater } from "../worktree/said.ts";

const FOR_MODEL =
  "snapveil takes secrets out of what you read and write: [REDACTED] (or [REDACTED:kind]) stands in the place of each. " +
  "The value itself is still in the file or the variable that it came from. Refer to it by that name, leave such a " +
  "line as it is, and never write the placeholder anywhere.";
const FOR_PERSON =
  "snapveil: [REDACTED] stands in the place of a secret, for the model and for what it runs; your files hold the value " +
  "as before. What was taken out: snapveil log. To let the last one pass: snapveil allow --last";

/**
 * What a marker means, beside the first redaction of a session: for the model, at once or with the next text that it
 * hears, and for the person.
 */
export function tellOfMarkers(outcome: Outcome, io: Io, event: HookEvent, carriage: Carriage): Outcome {
  const { sessionId, dialect } = event;
  // Without a session it would be said at each redaction.
  if (!sessionId) return outcome;
  const isHeard = carriage.context && !carriage.unheard;
  const isNews = isFirstTime(io, [dialect, sessionId, "markers"]);
  if (isNews && !isHeard) tellLater(io, [dialect, sessionId], [FOR_MODEL]);
  const isShown = carriage.notice && isFirstTime(io, [dialect, sessionId, "markers shown"]);
  return merge(outcome, {
    ...(isNews && isHeard && { context: [FOR_MODEL] }),
    ...(isShown && { notice: [FOR_PERSON] }),
  });
}
