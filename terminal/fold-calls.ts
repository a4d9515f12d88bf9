import { counted } from "../kit/text.ts";
import type { Checkpoint } from "../shadow-repo/doors/checkpoint.ts";

/** A row of the list that stands at the margin, and the calls that belong below it, newest first. */
export interface ListedStep {
  readonly step: Checkpoint;
  readonly calls: readonly Checkpoint[];
}

/**
 * Puts the calls of each turn below the turn. A call whose turn is not in the list, or that ended after its turn, is a
 * checkpoint of its own.
 * @param checkpoints newest first
 */
export function foldCalls(checkpoints: readonly Checkpoint[]): ListedStep[] {
  const steps: { step: Checkpoint; calls: Checkpoint[] }[] = [];
  const turns = new Map<string, Checkpoint[]>();
  for (const one of checkpoints) {
    const calls = one.scope === "tool" && one.turn !== undefined ? turns.get(one.turn) : undefined;
    if (calls) {
      calls.push(one);
      continue;
    }
    const step = { step: one, calls: [] };
    steps.push(step);
    if (one.scope === "turn") turns.set(one.id, step.calls);
  }
  return steps;
}

/**
 * The lines about rows that a list of prompts leaves out: the calls of its prompts, and older prompts.
 * @param shown the number of listed prompts
 */
export function aboutFolded({ calls, shown, older }: Readonly<Record<"calls" | "shown" | "older", number>>): string[] {
  return [
    ...(calls > 0 ? [`${counted(calls, "call")} of these turns: snapveil checkpoints --calls`] : []),
    ...(older > 0 ? [`${counted(older, "older turn")}: snapveil checkpoints -n ${shown + older}`] : []),
  ];
}
