import { BUILTINS, builtinNamed, type Builtin } from "../builtins/registry.ts";
import { UserError } from "../kit/user-error.ts";
import type { EventName, HookEvent } from "../protocol/hook-event.ts";
import type { PlannedBuiltin, Settings } from "../worktree/settings.ts";
import { DEFAULT_PROFILE } from "./default-profile.ts";

/** One builtin to run on one event. */
export interface Step {
  readonly builtin: Builtin;
  readonly eventIndex: number;
  readonly args: readonly string[];
  readonly origin: PlannedBuiltin["origin"];
}

/**
 * What to run for the canonical events of one payload, in registry order within each event.
 * With `only`, that builtin and nothing else, whatever the settings say.
 * @throws UserError where a name is not known; a project's unknown name is left out, since it may be for a newer version
 */
export function plan(events: readonly HookEvent[], settings: Settings, only?: { name: string; args: readonly string[] }): Step[] {
  if (only) {
    const builtin = known(only.name);
    // A builtin of no particular event answers once, not once for each event that the payload stands for.
    const indexes = events.map((_, index) => index).filter((index) => (builtin.events ? builtin.events.includes(events[index]!.name) : index === 0));
    return indexes.map((eventIndex) => ({ builtin, eventIndex, args: only.args, origin: "user" }));
  }
  return events.flatMap((event, eventIndex) =>
    planned(event.name, settings)
      .map((entry) => ({ builtin: known(entry.name), eventIndex, args: entry.args, origin: entry.origin }))
      .filter(({ builtin }) => builtin.events?.includes(event.name) ?? true)
      .sort((first, second) => BUILTINS.indexOf(first.builtin) - BUILTINS.indexOf(second.builtin)),
  );
}

/** Whether something that guards is to run for an event, so that failing open would be wrong. */
export function isGuarded(name: string, settings: Settings): boolean {
  return planned(name, settings).some((entry) => builtinNamed(entry.name)?.failure === "closed");
}

function planned(name: EventName | string, settings: Settings): readonly PlannedBuiltin[] {
  const own = settings.builtins[name] ?? DEFAULT_PROFILE[name] ?? [];
  const isThere = (entry: PlannedBuiltin) => own.some((other) => other.name === entry.name && other.args.join("\0") === entry.args.join("\0"));
  const added = (settings.added[name] ?? []).filter((entry) => builtinNamed(entry.name) && !isThere(entry));
  return [...own, ...added];
}

function known(name: string): Builtin {
  const builtin = builtinNamed(name);
  if (!builtin) throw new UserError("unknownBuiltin", [name, BUILTINS.map((other) => other.name).join(", ")]);
  return builtin;
}
