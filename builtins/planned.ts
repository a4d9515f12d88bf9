import type { EventName } from "../agents/codec/hook-event.ts";
import type { PlannedBuiltin, Settings } from "../worktree/settings.ts";
import { BUILTINS, builtinNamed } from "./registry.ts";

/**
 * Entries that a project's settings may add to one event: a cloned repository must not be able to make a turn take for
 * ever.
 */
const MOST_ADDED = 8;

/**
 * What runs on a canonical event after the user's settings, or by default, and the project's. What the user switched
 * off by name runs nowhere.
 */
export function planned(name: EventName | string, settings: Settings): readonly PlannedBuiltin[] {
  const own = settings.builtins[name] ?? defaultProfile(name);
  const isThere = (entry: PlannedBuiltin) =>
    own.some((other) => other.name === entry.name && other.args.join("\0") === entry.args.join("\0"));
  const added = (settings.added[name] ?? []).filter((entry) => !isThere(entry)).slice(0, MOST_ADDED);
  return [...own, ...added].filter((entry) => settings.switches[entry.name] !== false);
}

/** Whether something that guards is to run for an event, so that failing open would be wrong. */
export function isGuarded(name: string, settings: Settings): boolean {
  return planned(name, settings).some((entry) => builtinNamed(entry.name)?.failure === "closed");
}

function defaultProfile(event: string): PlannedBuiltin[] {
  return BUILTINS.filter(({ byDefault }) => byDefault.some((name) => name === event)).map(
    ({ name, defaultArguments = [] }) => ({ name, args: defaultArguments, origin: "user" }),
  );
}
