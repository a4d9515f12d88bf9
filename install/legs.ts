import type { EventName } from "../agents/codec/events.ts";
import { BUILTINS, type Builtin, type Leg } from "../builtins/doors/table.ts";

/** The leg of a builtin at an event; `undefined`: none of these, it is registered with everything only. */
export function legOf({ leg }: Builtin, event: EventName): Leg | undefined {
  return typeof leg === "object" ? leg[event] : leg;
}

/**
 * The one builtin that serves all of these legs, which the registered line then names; otherwise the settings decide at
 * each event.
 */
export function builtinOf(legs: readonly Leg[]): string | undefined {
  const serving =
    legs.length === 0 ? [] : BUILTINS.filter((builtin) => legs.every((leg) => legsOf(builtin).includes(leg)));
  return serving.length === 1 ? serving[0]!.name : undefined;
}

/** Whether a line that names this builtin was made for some legs. */
export function isForLegs(name: string): boolean {
  return BUILTINS.some((builtin) => builtin.name === name && builtinOf(legsOf(builtin)) === name);
}

function legsOf({ leg }: Builtin): Leg[] {
  if (typeof leg === "object") return [...new Set(Object.values(leg))];
  return leg === undefined ? [] : [leg];
}
