import type { HookEvent } from "../agents/codec/hook-event.ts";
import { block, deny, nothing, type Outcome } from "../agents/codec/outcome.ts";
import { printable } from "../kit/text.ts";
import type { Call } from "./call.ts";
import { askJudge, type Judgement } from "./http-policy/ask-judge.ts";
import { faultInInput } from "./http-policy/accept-input.ts";
import { faultInUrl } from "./http-post/faulty-url.ts";
import { readHeldTurns, writeHeldTurns } from "./user-command/held-turns.ts";

type PolicyEvent = HookEvent<"pre_tool_use" | "tool_guard" | "permission_request" | "user_prompt_submit" | "stop">;

/** How often in a row the end of a turn is refused. */
const MOST_REFUSALS = 2;

/**
 * Sends the redacted event to a policy server of the user's, and carries out the server's decision. It runs before all
 * guards, so that these judge the changed call; the server cannot overrule a guard.
 */
export default async function httpPolicy(event: PolicyEvent, call: Call): Promise<Outcome> {
  const [target = ""] = call.args;
  if (faultIn(call.args) !== undefined) return nothing; // the fault is reported when the settings are read
  const judged = await askJudge(target, event, call);
  const why = judged.reason === "" ? "." : `: ${judged.reason}`;
  const reason = `snapveil: your policy server says ${judged.decision}${why}`;
  switch (event.name) {
    case "user_prompt_submit":
      return judged.decision === "allow" ? nothing : block(reason); // an agent cannot ask the user about a prompt
    case "stop":
      return atTheEnd(event, call, judged, reason);
    default:
      return ofCall(event, call, judged, reason);
  }
}

const EXAMPLE = "http_policy https://policy.example.com/judge";

export function faultIn([text = "", ...more]: readonly string[]): string | undefined {
  if (text === "" || more.length > 0) return `http_policy takes a URL and nothing else. Write for instance: ${EXAMPLE}`;
  return faultInUrl(EXAMPLE, text);
}

async function ofCall(event: PolicyEvent, call: Call, judged: Judgement, reason: string): Promise<Outcome> {
  const { decision, updatedInput: input } = judged;
  if (decision === "deny") return deny(reason);
  if (input !== undefined) return withInput(event, call, judged);
  if (decision === "ask") return { verdict: { kind: "ask", reason } };
  // At any other event than a permission request an `allow` gives no verdict, so the agent's own rules decide whether
  // it asks the user.
  return event.name === "permission_request" ? { verdict: { kind: "allow", reason } } : nothing;
}

/**
 * The call with the arguments that the server wants. If these arguments cannot be used, the call is denied, since the
 * server did not allow the original ones.
 */
async function withInput(event: PolicyEvent, call: Call, judged: Judgement): Promise<Outcome> {
  const input = judged.updatedInput!;
  const why =
    judged.decision === "ask" ? "a call that is asked about is not changed" : await faultInInput(event, input, call);
  const tool = printable(event.toolName ?? "");
  if (why !== undefined)
    return deny(
      `snapveil: your policy server wants other arguments for the call to "${tool}", and ${why}. ` +
        `${judged.reason === "" ? "Look at what it answers." : `It says: ${judged.reason}`}`,
    );
  return {
    rewrite: { toolInput: input },
    rewriteNotice: [`snapveil: your policy server changed the arguments of the tool "${tool}".`],
    rewriteContext: [
      `The person's policy server changed the arguments of this call to "${tool}" before it ran` +
        `${judged.reason === "" ? "." : `: ${judged.reason}`}`,
    ],
  };
}

/**
 * Refuses the end of a turn, at most twice in a row. After that, and for the decision `ask`, the reason becomes a
 * notice.
 */
function atTheEnd(event: PolicyEvent, { args, io }: Call, { decision }: Judgement, reason: string): Outcome {
  const words = ["policy", event.dialect, event.sessionId ?? "", event.cwd ?? "", ...args];
  const before = readHeldTurns(io, words);
  const isSameTurn = before.isHeld && event.raw["stop_hook_active"] !== false;
  const refused = isSameTurn ? before.refused : 0;
  if (decision === "allow") {
    if (before.isHeld) writeHeldTurns(io, words, { refused: 0, isHeld: false });
    return nothing;
  }
  if (decision === "ask" || refused >= MOST_REFUSALS) return { notice: [reason] };
  writeHeldTurns(io, words, { refused: refused + 1, isHeld: event.resumes === true });
  return { unfinished: [reason] };
}
