import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { asString, isObject, parseLossless, restoreNumbers, type JsonObject } from "../../kit/json.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { UserError } from "../../kit/user-error.ts";
import { findSecrets } from "../../redactors/doors/find-secrets.ts";
import type { Call } from "../call.ts";
import { faultInStatus } from "../http-post/faulty-url.ts";
import { exchange, NotPosted } from "../http-post/post.ts";
import { redactName } from "../redact-quoted.ts";

/** The decision of the user's policy server about an event. */
export interface Judgement {
  readonly decision: "allow" | "ask" | "deny";
  /** The redacted reason, in one line; `""` if there is none. */
  readonly reason: string;
  /** The arguments that shall replace those of the call; absent if the call stays as it is. */
  readonly updatedInput?: JsonObject;
}

/**
 * The most milliseconds for one request. A request also takes at most half of the time that is left, so that a second
 * policy server can still be asked.
 */
const PATIENCE = 5000;
/** The most bytes of an answer, and the most characters of a reason. */
const [LARGEST, LONGEST] = [1 << 20, 2000] as const;

/**
 * Sends a redacted event to the policy server, and reads the decision.
 * @throws UserError if there is no answer, or one without a decision
 */
export async function askJudge(target: string, event: HookEvent, call: Call): Promise<Judgement> {
  const { io, settings } = call;
  const { value } = await findSecrets(event.raw, call, event.cwd, { thorough: true });
  const patience = Math.floor(Math.min(PATIENCE, (io.timeLeft?.() ?? Infinity) / 2));
  if (patience < 1) throw new TooSlow();
  const url = new URL(target);
  const failed = (why: string) => new UserError("notPosted", [url.origin, why]);
  const { status, text } = await exchange(url, restoreNumbers(JSON.stringify(value)), {
    allow: settings.httpPost.allow,
    patience,
    most: LARGEST,
  }).catch((error: unknown) => {
    throw error instanceof NotPosted ? failed(error.message) : error;
  });
  const fault = faultInStatus(status);
  if (fault !== undefined) throw failed(fault);
  const said = parseAnswer(text);
  if (!said) throw failed('answered without a "decision" of "allow", "ask", "block" or "deny"');
  const reason = await redactName((said.reason ?? "").slice(0, LONGEST), call, event.cwd);
  return { ...said, reason };
}

function parseAnswer(text: string): (Omit<Judgement, "reason"> & { reason?: string }) | undefined {
  const answer = parsed(text);
  if (!isObject(answer)) return undefined;
  const { decision: word, reason, updated_input: input } = answer;
  const decision = word === "block" ? "deny" : word;
  if (decision !== "allow" && decision !== "ask" && decision !== "deny") return undefined;
  // The answer is invalid if its arguments are no object.
  if (input !== undefined && input !== null && !isObject(input)) return undefined;
  const said = asString(reason);
  return { decision, ...(said !== undefined && { reason: said }), ...(isObject(input) && { updatedInput: input }) };
}

function parsed(text: string): unknown {
  try {
    return parseLossless(text).value;
  } catch {
    return undefined;
  }
}
