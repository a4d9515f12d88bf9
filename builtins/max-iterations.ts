import { asNumber } from "../kit/json.ts";
import { block, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { parsePositive } from "./parse-positive.ts";
import type { Call } from "./call.ts";

/**
 * Ends the run at the first model call past the limit (first argument). Says nothing without a limit or
 * where the agent sends no counter; `count-rounds.ts` stands in for it there.
 */
export default function maxIterations(event: HookEvent, { args }: Call): Outcome {
  const limit = parsePositive(args[0]);
  const iteration = asNumber(event.raw["iteration"]);
  if (limit === undefined || iteration === undefined || iteration <= limit) return nothing;
  return block(`Agent terminated: max_iterations builtin reached its limit of ${limit} model call(s).`);
}
