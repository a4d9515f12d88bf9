import { deliver } from "../agents/codec/deliver.ts";
import { detectDialect, type Detected } from "../agents/codec/detect-dialect.ts";
import type { Reply } from "../agents/codec/dialect.ts";
import { canAskAt, subjectOf } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { block, deny, type Outcome } from "../agents/codec/outcome.ts";
import { builtinNamed, isGuarded, type Builtin } from "../builtins/doors/table.ts";
import { refused } from "../builtins/doors/beside-events.ts";
import { TooMuchScript } from "../shell/doors/script.ts";
import { DEFAULT_SETTINGS } from "../worktree/doors/settings.ts";
import type { Io } from "../kit/io.ts";
import { blankTexts, closingQuote, type JsonObject } from "../kit/json.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import { faultInRequest } from "./plan.ts";
import type { HookRequest } from "./request.ts";

/**
 * The reply after a bug, or for an input that cannot be answered, such as too deep nesting. A call or text that a guard
 * should have checked is not let through.
 * @param finish runs the steps that need the final answer
 */
export async function withheld(
  request: HookRequest,
  raw: JsonObject,
  { dialect, wireName }: Detected,
  error: unknown,
  finish: (sent: Outcome) => Promise<void>,
): Promise<Reply> {
  const events = dialect.decode(raw, wireName);
  const guarded = guards(request, events) ? events.find(({ name }) => isGuarded(name, DEFAULT_SETTINGS)) : undefined;
  const outcome = failedOutcome(
    { name: "the hook", failure: guarded ? "closed" : "open" },
    guarded ?? events[0],
    error,
  );
  const sent = deliver(outcome, dialect.carries(wireName, raw, DEFAULT_SETTINGS), dialect.title);
  await finish(sent);
  return dialect.encode(sent, wireName, raw);
}

/**
 * The reply to an unreadable event: a refusal if the command line names a guard, or the default profile has a guard for
 * the event.
 * @param known the dialect, or the text of the input from which the dialect is guessed
 */
export async function unanswered(
  request: HookRequest,
  known: Detected | { readonly text: string; readonly env: Io["env"] },
  error: unknown,
): Promise<Reply> {
  if ("text" in known && known.text.trim() === "") {
    // No agent sends an empty event, so a person is trying the command line, and a fault of the command line is
    // reported first.
    const fault = await faultInRequest(request);
    if (fault) return { stdout: "", stderr: `snapveil: ${fault}\n`, exitCode: 2, isUnread: true };
  }
  const { dialect, wireName } = "text" in known ? await detectDialect(salvage(known.text), request, known.env) : known;
  // The parser's message quotes the input, which may hold a secret.
  const why =
    error instanceof SyntaxError ? "it is not valid JSON." : error instanceof Error ? error.message : String(error);
  const sentence = error instanceof UserError ? error.message : new UserError("badStdin", [why]).message;
  return {
    ...dialect.encodeUnreadable(`snapveil: ${sentence}\n`, guards(request, dialect.decode({}, wireName)), wireName),
    isUnread: true,
  };
}

/**
 * Whether a guard should have checked the event, so that the event must not go on. An unknown builtin may be a
 * misspelled guard.
 */
function guards({ builtin }: HookRequest, events: readonly HookEvent[]): boolean {
  const known = builtin === undefined ? undefined : builtinNamed(builtin);
  return known ? known.failure === "closed" : events.some(({ name }) => isGuarded(name, DEFAULT_SETTINGS));
}

/** The facts about a builtin that failed. */
interface Failed extends Pick<Builtin, "name" | "talks"> {
  readonly failure: Builtin["failure"] | "ask";
  /** Whether the settings say `on_failure: deny`, so that the person is not asked. */
  readonly refuses?: boolean;
}

/**
 * The outcome if a guard cannot read a call's scripts to the end: the person is asked, or the call is refused if the
 * person cannot be asked or `refuses` is set. Every guard gives the same text.
 */
function unreadCall({ name, refuses = false }: Pick<Failed, "name" | "refuses">, event: HookEvent): Outcome {
  const { objections = [], ...outcome } = refused(canAskAt(event.name) && !refuses ? "ask" : "deny", {
    what:
      "snapveil could not read this command to its end: it is too long, or makes more of itself than can be read, so " +
      "nobody knows what it does",
    logged: [{ kind: "too-much-script" }],
    todo: "Split it: make smaller calls, without commands that are put together from variables again and again.",
    todoOfPerson: "Read it yourself before you allow it.",
  });
  return { ...outcome, objections: objections.map((one) => ({ guard: name, ...one })) };
}

/**
 * The outcome of a builtin that failed. `open`: a notice, and the event goes on. `closed`: the call is denied, or its
 * output withheld if it has run. `ask`: like `closed`, but the person is asked about a call that has not run. The
 * notice names the builtin and the kind of error. An error's message may quote the searched text, so it is only shown
 * for a `UserError` of an open builtin or of one that talks to a server.
 */
export function failedOutcome(
  { name, failure, talks, refuses = false }: Failed,
  event: HookEvent,
  error: unknown,
): Outcome {
  if (error instanceof TooMuchScript && failure !== "open" && subjectOf(event.name) === "call")
    return unreadCall({ name, refuses }, event);
  const kind = error instanceof Error ? error.name : typeof error;
  if (failure === "open" && error instanceof UserError)
    return { notice: [`snapveil: ${name} was left out: ${error.message}`] };
  const why = talks && error instanceof UserError ? `: ${error.message.replace(/\.$/, "")}` : ` (${kind})`;
  const what = error instanceof TooSlow ? "took too long" : `failed${why}`;
  if (failure === "open") return { notice: [`snapveil: ${name} ${what} and was left out.`] };
  const sentence = `snapveil: ${name} ${what}`;
  if (failure === "ask" && canAskAt(event.name))
    return { verdict: { kind: "ask", reason: `${sentence}, so this tool call was not checked. Look at it yourself.` } };
  if (event.name === "tool_response_transform") {
    if (event.toolResponse === undefined) return {};
    const text = `[${sentence}, so this output was withheld]${error instanceof TooSlow ? ` ${WITH_LESS}` : ""}`;
    return {
      rewrite: { toolResponse: blankTexts(event.toolResponse, text) },
      rewriteNotice: [`${sentence}, so an output was withheld from the model.`],
    };
  }
  switch (subjectOf(event.name)) {
    case "call":
      return deny(`${sentence}, so this tool call was not let through unchecked.`);
    case "end of turn":
      return { notice: [`${sentence}, so this turn ends unchecked.`] };
    case "settings":
      return block(`${sentence}, so the agent keeps its settings and hooks as they were.`);
    default:
      return block(`${sentence}, so this was not sent unchecked.`);
  }
}

/** Tells the model how to continue without the output. */
const WITH_LESS =
  "To go on, ask for less at a time: send the output to a file, and read parts of that file with head, tail or grep.";

/**
 * The top-level texts of a JSON object that is cut off or broken, to recognize the agent and the event. Escapes are not
 * decoded; of a repeated key the first value is used. Takes linear time, never throws.
 */
export function salvage(text: string): JsonObject {
  if (!/^\s*\{/.test(text)) return {};
  const found = new Map<string, string>();
  let depth = 0;
  let key: string | undefined;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '"') {
      const end = closingQuote(text, at);
      if (end === text.length) break;
      const word = text.slice(at + 1, end);
      at = end;
      if (depth !== 1) continue;
      if (key === undefined) {
        key = word;
        continue;
      }
      if (!found.has(key)) found.set(key, word);
    } else if (letter === "{" || letter === "[") depth += 1;
    else if (letter === "}" || letter === "]") depth -= 1;
    else if (letter === "," && depth === 1) key = undefined;
  }
  return Object.fromEntries(found);
}
