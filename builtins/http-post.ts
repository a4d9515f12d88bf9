import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { restoreNumbers } from "../kit/json.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import { findSecrets } from "../redactors/find-secrets.ts";
import type { Call } from "./call.ts";
import { isLoopback } from "./http-post/is-public.ts";
import { NotPosted, post } from "./http-post/post.ts";

/** Milliseconds that all of it may take, and those that are left for the answer to the agent. */
const PATIENCE = 5000;
const RESERVE = 300;

/**
 * Posts the event as the agent sent it, or the second argument, to the URL in the first one. What is sent is redacted;
 * where it cannot be searched, nothing is sent. The event goes on whatever becomes of it.
 */
export default async function httpPost(event: HookEvent, call: Call): Promise<Outcome> {
  const { args, io, settings } = call;
  const [target = "", body] = args;
  if (faultIn(args) !== undefined) return nothing; // which is said where settings are read
  const { value } = await findSecrets(body ?? event.raw, call, event.cwd, { thorough: true });
  const patience = Math.floor(Math.min(PATIENCE, (io.timeLeft?.() ?? Infinity) - RESERVE));
  if (patience < 1) throw new TooSlow();
  const url = new URL(target);
  const text = typeof value === "string" ? value : restoreNumbers(JSON.stringify(value));
  const why = await post(url, text, { allow: settings.httpPost.allow, patience }).then(whyNot, (error: unknown) => {
    if (error instanceof NotPosted) return error.message;
    throw error;
  });
  if (why !== undefined) throw new UserError("notPosted", [url.origin, why]);
  return nothing;
}

/** A sentence about arguments that are not `URL [BODY]`. It quotes nothing: a URL can hold a password or a token. */
export function faultIn([text = "", , ...more]: readonly string[]): string | undefined {
  const example = "Write for instance: http_post https://hooks.example.com/agent";
  if (text === "" || more.length > 0)
    return `http_post takes a URL and, behind it, a body if you want another. ${example}`;
  if (!URL.canParse(text)) return `http_post takes a URL, and its first argument is none. ${example}`;
  const url = new URL(text);
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    return `http_post sends by https, and by http to localhost, 127.0.0.1 and [::1] only. ${example}`;
  if (url.username !== "" || url.password !== "")
    return "http_post takes no user name and no password in its URL. Take them out.";
  return undefined;
}

function whyNot(status: number): string | undefined {
  if (status >= 200 && status < 300) return undefined;
  const redirect = status >= 300 && status < 400 ? ", a redirect, which is not followed" : "";
  return `answered with status ${status}${redirect}`;
}
