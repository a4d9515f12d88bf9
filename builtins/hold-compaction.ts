import type { HookEvent } from "../agents/codec/hook-event.ts";
import { block, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Call } from "./call.ts";

/**
 * Vetoes a summary of the conversation while less than a share of the model's context is used. It never vetoes a
 * summary that the user asked for, or without which the next request would exceed the model's context. It vetoes
 * nothing if the agent does not know the size of the model's context (0).
 */
export default function holdCompaction(event: HookEvent<"before_compaction">, { args }: Call): Outcome {
  const { inputTokens, outputTokens = 0, contextLimit = 0, compactionReason } = event;
  const share = shareOf(args[0]);
  if (share === undefined || inputTokens === undefined || contextLimit <= 0) return nothing;
  if (compactionReason === "manual" || compactionReason === "overflow") return nothing;
  const used = (inputTokens + outputTokens) / contextLimit;
  if (used >= share) return nothing;
  const percent = (part: number) => `${Math.floor(100 * part)} %`;
  return block(
    `snapveil: the conversation is not summarized yet, for ${percent(used)} of the model's context is used, and your ` +
      `settings wait for ${percent(share)}.`,
  );
}

export function faultIn([share, ...more]: readonly string[]): string | undefined {
  if (more.length === 0 && shareOf(share) !== undefined) return undefined;
  return (
    "hold_compaction takes a share of the model's context, above 0 and at most 1. " +
    "Write for instance: hold_compaction 0.8"
  );
}

/** Parses a share: `0.8` or `80%`; `undefined` if it is not above 0 and at most 1. */
function shareOf(text = ""): number | undefined {
  const [, number, percent] = /^(\d+(?:\.\d+)?|\.\d+)(%?)$/.exec(text) ?? [];
  const share = number === undefined ? 0 : Number(number) / (percent ? 100 : 1);
  return share > 0 && share <= 1 ? share : undefined;
}
