import type { Builtin } from "../builtins/builtin.ts";
import { blankTexts } from "../kit/json.ts";
import { TooSlow } from "../kit/run-within.ts";
import { UserError } from "../kit/user-error.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { block, deny, type Outcome } from "../agents/codec/outcome.ts";

/**
 * What a builtin's failure means. `open`: a notice, and the event goes on. `closed`: what it should have guarded is
 * denied, or withheld where it has already happened. `ask`: the person is asked about a call; all else is as `closed`.
 * The sentence names the builtin and the kind of error. It never quotes the error's message, which could quote what was
 * looked at; only that of a `UserError` of an open builtin, which says what a person can do.
 */
export function failedOutcome(
  { name, failure }: Pick<Builtin, "name"> & { readonly failure: Builtin["failure"] | "ask" },
  event: HookEvent,
  error: unknown,
): Outcome {
  const kind = error instanceof Error ? error.name : typeof error;
  if (failure === "open" && error instanceof UserError)
    return { notice: [`snapveil: ${name} was left out: ${error.message}`] };
  const what = error instanceof TooSlow ? "took too long" : `failed (${kind})`;
  if (failure === "open") return { notice: [`snapveil: ${name} ${what} and was left out.`] };
  const sentence = `snapveil: ${name} ${what}`;
  if (failure === "ask" && (event.name === "pre_tool_use" || event.name === "tool_guard"))
    return { verdict: { kind: "ask", reason: `${sentence}, so this tool call was not checked. Look at it yourself.` } };
  switch (event.name) {
    case "tool_input_transform":
    case "pre_tool_use":
    case "tool_guard":
      return deny(`${sentence}, so this tool call was not let through unchecked.`);
    case "tool_response_transform": {
      const text = `[${sentence}, so this output was withheld]`;
      return event.toolResponse === undefined
        ? {}
        : { rewrite: { toolResponse: blankTexts(event.toolResponse, text) } };
    }
    default:
      return block(`${sentence}, so this was not sent unchecked.`);
  }
}
