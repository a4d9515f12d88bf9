import type { HookEvent } from "../agents/codec/hook-event.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import { restoreNumbers } from "../kit/json.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import { findSecrets } from "../redactors/doors/find-secrets.ts";
import type { Call } from "./call.ts";
import { faultInStatus, faultInUrl } from "./http-post/faulty-url.ts";
import { NotPosted, post } from "./http-post/post.ts";

/** The most milliseconds for the whole request. */
const PATIENCE = 5000;
/** The milliseconds that are kept for the answer to the agent. */
const RESERVE = 300;

/**
 * Posts the redacted event, or the second argument, to the URL in the first argument. Nothing is sent if the body
 * cannot be searched for secrets. The event goes on in any case.
 */
export default async function httpPost(event: HookEvent, call: Call): Promise<Outcome> {
  const { args, io, settings } = call;
  const [target = "", body] = args;
  if (faultIn(args) !== undefined) return nothing; // the fault is reported when the settings are read
  const { value } = await findSecrets(body ?? event.raw, call, event.cwd, { thorough: true });
  const patience = Math.floor(Math.min(PATIENCE, (io.timeLeft?.() ?? Infinity) - RESERVE));
  if (patience < 1) throw new TooSlow();
  const url = new URL(target);
  const text = typeof value === "string" ? value : restoreNumbers(JSON.stringify(value));
  const why = await post(url, text, { allow: settings.httpPost.allow, patience }).then(
    faultInStatus,
    (error: unknown) => {
      if (error instanceof NotPosted) return error.message;
      throw error;
    },
  );
  if (why !== undefined) throw new UserError("notPosted", [url.origin, why]);
  return nothing;
}

const EXAMPLE = "http_post https://hooks.example.com/agent";

/** A sentence about arguments that are not `URL [BODY]`. */
export function faultIn([text = "", , ...more]: readonly string[]): string | undefined {
  if (text === "" || more.length > 0)
    return `http_post takes a URL and, behind it, a body if you want another. Write for instance: ${EXAMPLE}`;
  return faultInUrl(EXAMPLE, text);
}
