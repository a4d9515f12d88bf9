import { BUILTINS, builtinNamed, type Builtin } from "../builtins/registry.ts";
import { plainName } from "../kit/plain-name.ts";
import { printable } from "../kit/printable.ts";
import { UserError } from "../kit/user-error.ts";
import type { EventName, HookEvent } from "../agents/codec/hook-event.ts";
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
 * Entries that a project's settings may add to one event: a cloned repository must not be able to make a turn take for
 * ever.
 */
const MOST_ADDED = 8;

/**
 * What to run for the canonical events of one payload, in registry order within each event.
 * With `only`, that builtin and nothing else, whatever the settings say. Names that are not known are left out, see
 * `unknownNames`.
 * @throws UserError where `only` is not known
 */
export function plan(
  events: readonly HookEvent[],
  settings: Settings,
  only?: { name: string; args: readonly string[] },
): Step[] {
  if (only) {
    const builtin = builtinNamed(only.name);
    if (!builtin)
      throw new UserError("unknownBuiltin", [printable(only.name), BUILTINS.map((other) => other.name).join(", ")]);
    // A builtin of no particular event answers once, not once for each event that the payload stands for.
    const indexes = events
      .map((_, index) => index)
      .filter((index) => (builtin.events ? builtin.events.includes(events[index]!.name) : index === 0));
    return indexes.map((eventIndex) => ({ builtin, eventIndex, args: only.args, origin: "user" }));
  }
  return events.flatMap((event, eventIndex) =>
    planned(event.name, settings)
      .flatMap(({ name, args, origin }) => {
        const builtin = builtinNamed(name);
        return builtin && (builtin.events?.includes(event.name) ?? true) ? [{ builtin, eventIndex, args, origin }] : [];
      })
      .sort((first, second) => BUILTINS.indexOf(first.builtin) - BUILTINS.indexOf(second.builtin)),
  );
}

/** Sentences about names in the user's settings for these events that no builtin has; the others still run. */
export function unknownNames(events: readonly HookEvent[], { builtins }: Settings): string[] {
  const names = events
    .flatMap(({ name }) => builtins[name] ?? [])
    .map(({ name }) => name)
    .filter((name) => !builtinNamed(name));
  return [...new Set(names)].map((name) => new UserError("unknownInSettings", [plainName(name)]).message);
}

/** Whether something that guards is to run for an event, so that failing open would be wrong. */
export function isGuarded(name: string, settings: Settings): boolean {
  return planned(name, settings).some((entry) => builtinNamed(entry.name)?.failure === "closed");
}

/** What runs on a canonical event after the user's settings, or the default profile, and the project's. */
export function planned(name: EventName | string, settings: Settings): readonly PlannedBuiltin[] {
  const own =
    settings.builtins[name] ??
    (DEFAULT_PROFILE[name] ?? []).map(
      ([builtin, ...args]): PlannedBuiltin => ({ name: builtin, args, origin: "user" }),
    );
  const isThere = (entry: PlannedBuiltin) =>
    own.some((other) => other.name === entry.name && other.args.join("\0") === entry.args.join("\0"));
  return [...own, ...(settings.added[name] ?? []).filter((entry) => !isThere(entry)).slice(0, MOST_ADDED)];
}
