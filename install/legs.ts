import type { EventName } from "../agents/codec/events.ts";
import { BUILTINS, type Builtin, type Leg } from "../builtins/doors/table.ts";

/** The leg of a builtin at an event; `undefined` if it has none, so that `--only` never registers it. */
export function legOf({ leg }: Builtin, event: EventName): Leg | undefined {
  return typeof leg === "object" ? leg[event] : leg;
}

/**
 * The builtin to name in the registered command line, if one builtin serves all of these legs. `undefined` if several
 * builtins serve the legs, or `legs` is empty: then the settings choose the builtins at each event.
 */
export function builtinOf(legs: readonly Leg[]): string | undefined {
  const serving =
    legs.length === 0 ? [] : BUILTINS.filter((builtin) => legs.every((leg) => legsOf(builtin).includes(leg)));
  return serving.length === 1 ? serving[0]!.name : undefined;
}

/** Whether `install --only` may have written a line with this builtin. */
export function isForLegs(name: string): boolean {
  return BUILTINS.some((builtin) => builtin.name === name && builtinOf(legsOf(builtin)) === name);
}

function legsOf({ leg }: Builtin): Leg[] {
  if (typeof leg === "object") return [...new Set(Object.values(leg))];
  return leg === undefined ? [] : [leg];
}
