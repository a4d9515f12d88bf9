import type { StoredCheckpoint } from "./history.ts";

/** Checkpoints that are taken back together, oldest first; each group begins with the checkpoint of the whole. */
export function stepsOf(live: readonly StoredCheckpoint[]): StoredCheckpoint[][] {
  const steps = new Map<string, StoredCheckpoint[]>();
  const turns = new Map(live.filter(({ scope }) => scope === "turn").map((turn) => [turn.id, turn]));
  for (const one of live) {
    if (one.scope === "manual") continue;
    const turn = one.turn === undefined ? undefined : turns.get(one.turn);
    const whole = turn && turn.order > one.order ? turn : one; // a call that ended after its turn is a step of its own
    const step = steps.get(whole.id);
    if (step) step.push(...(step.includes(one) ? [] : [one]));
    else steps.set(whole.id, whole === one ? [one] : [whole, one]);
  }
  return [...steps.values()].toSorted((one, other) => one[0]!.order - other[0]!.order);
}
