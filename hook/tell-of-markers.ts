import type { Capabilities } from "../agents/codec/dialect.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { listOf, PERSON_ALLOWS } from "../agents/codec/list-found.ts";
import { merge, type Objection, type Outcome, type Rewrite } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { newInSession, tellLater } from "../session/said.ts";

const FOR_MODEL =
  "snapveil takes secrets out of what you read and write: [REDACTED] (or [REDACTED:kind]) stands in the place of " +
  "each. The value itself is still in the file or the variable that it came from. Refer to it by that name, leave " +
  "such a line as it is, and never write the placeholder anywhere.";
const FOR_PERSON =
  "[REDACTED] stands in its place, for the model and for what it runs; your files hold the value as before. " +
  "All that was taken out: snapveil log.";

const OF: Readonly<Record<keyof Rewrite, string>> = {
  toolInput: "the arguments of the call",
  messages: "what is sent to the model",
  toolResponse: "the output",
  prompt: "the prompt",
};

/**
 * Adds an explanation of markers at the first redaction of a session: for the model at once, or at the next event with
 * context, and for the person as a notice. The person is told of each kind of secret once, with the way to allow it.
 */
export function tellOfMarkers(outcome: Outcome, io: Io, event: HookEvent, capabilities: Capabilities): Outcome {
  const { sessionId, dialect } = event;
  // With `tries` the agent may drop the rewrite. A warning about secrets that may have stayed then replaces this
  // notice.
  const objections = capabilities.notice && !capabilities.tries ? (outcome.objections ?? []) : [];
  // Without a session, nothing can be remembered, and sentences would repeat at each event, so only rewritten arguments
  // are reported.
  if (!sessionId) return merge(outcome, noticeOf(objections.filter(({ part }) => part === "toolInput")));
  // `newInSession` keeps lines in one file. `isFirstTime` hashes its words, and node:crypto takes 2 ms to load.
  const isFirst = (...words: string[]) =>
    newInSession(io, sessionId, [JSON.stringify([dialect, ...words])], []).length > 0;
  const isHeard = capabilities.context && !capabilities.unheard;
  const isNews = isFirst("markers");
  if (isNews && !isHeard) tellLater(io, [dialect, sessionId], [FOR_MODEL]);
  // Agents send the whole conversation with each request, so a secret is identified by its kind and excerpt, not its
  // position.
  const news = objections.map(({ found, ...rest }) => ({
    ...rest,
    found: found.filter(({ kind, excerpt = "" }) => isFirst("taken", kind, excerpt)),
  }));
  const told = noticeOf(news);
  return merge(outcome, {
    ...(isNews && isHeard && { context: [FOR_MODEL] }),
    ...(told.notice && { notice: isFirst("markers shown") ? [...told.notice, FOR_PERSON] : told.notice }),
  });
}

function noticeOf(objections: readonly Objection[]): Pick<Outcome, "notice"> {
  const taken = objections.flatMap(({ part, found }) =>
    part === undefined || found.length === 0 ? [] : [`snapveil: Taken out of ${OF[part]}: ${listOf(found)}.`],
  );
  return taken.length === 0 ? {} : { notice: [[...taken, PERSON_ALLOWS].join(" ")] };
}
