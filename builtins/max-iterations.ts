import { asNumber } from "../kit/json.ts";
import { block, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { parsePositive } from "./parse-positive.ts";
import type { Call } from "./call.ts";

/**
 * Ends the run at the first model call past the limit (first argument); says nothing without a limit. Where the agent
 * sends no counter, one is kept on disk, by code that is loaded for those agents alone.
 */
export default async function maxIterations(event: HookEvent, call: Call): Promise<Outcome> {
  const iteration = asNumber(event.raw["iteration"]);
  if (iteration === undefined && !event.sendsRounds) return (await import("./count-rounds.ts")).default(event, call);
  const limit = parsePositive(call.args[0]);
  if (limit === undefined || iteration === undefined || iteration <= limit) return nothing;
  return block(`Agent terminated: max_iterations builtin reached its limit of ${limit} model call(s).`);
}
