import type { Capabilities } from "../agents/codec/dialect.ts";
import { ANY_EVENT, type PlannedBuiltin, type Settings } from "../worktree/doors/settings.ts";
import type { Builtin } from "./builtin.ts";
import { BUILTINS, builtinNamed } from "./registry.ts";

/**
 * The most entries that a project's settings may add to one event: a cloned repository must not slow a turn down
 * without end.
 */
const MOST_ADDED = 8;

/**
 * The builtins that run at a canonical event: those of the default profile, the user and the project. A builtin that
 * the user switched off by its name does not run, and of the entries that an outer project's settings add, only guards
 * run.
 */
export function planned(name: string, settings: Settings): readonly PlannedBuiltin[] {
  const here = usersOwn(name, settings);
  const everywhere = settings.builtins[ANY_EVENT] ?? [];
  const own = [
    ...here,
    ...watchers(name, settings.builtins),
    ...everywhere.filter((entry) => !here.some((mine) => covers(mine, entry))),
  ];
  const more = [
    ...(settings.added[name] ?? []),
    ...watchers(name, settings.added),
    ...(settings.added[ANY_EVENT] ?? []),
  ].filter(({ name: one, from }) => {
    const builtin = builtinNamed(one);
    return !builtin?.usersOnly && (!from?.isOuter || builtin?.failure === "closed");
  });
  const added = more.filter((entry) => !own.some((mine) => covers(mine, entry))).slice(0, MOST_ADDED);
  const tightened = own.map((mine) => more.filter((entry) => covers(mine, entry)).reduce(stricter, mine));
  return [...tightened, ...added].filter((entry) => settings.switches[entry.name] !== false);
}

/**
 * The default profile with the user's entries. An entry for a builtin of the profile replaces the profile's entry,
 * unless the builtin's row has `argumentsAdd`.
 */
function usersOwn(name: string, { builtins, replaced }: Settings): readonly PlannedBuiltin[] {
  const mine = builtins[name] ?? [];
  if (replaced.includes(name)) return mine;
  const kept = defaultProfile(name).filter((entry) => {
    const same = mine.filter((one) => one.name === entry.name);
    return builtinNamed(entry.name)?.argumentsAdd
      ? !same.some(({ args }) => args.join("\0") === entry.args.join("\0"))
      : same.length === 0;
  });
  return [...kept, ...mine];
}

/**
 * The guards, and builtins that record checkpoints, of the profile that do not run because the user's settings replace
 * the list of the event.
 */
export function replacedGuards(name: string, settings: Settings): readonly string[] {
  const running = planned(name, settings);
  return defaultProfile(name)
    .filter((entry) => {
      const builtin = builtinNamed(entry.name);
      return (builtin?.failure === "closed" || builtin?.leg === "snapshot") && settings.replaced.includes(name);
    })
    .map((entry) => entry.name)
    .filter((guard) => !running.some((entry) => entry.name === guard));
}

/**
 * The entries of builtins that are listed for another event and also take notes at this event (`watches`). Of their
 * matchers only `agents` applies at this event.
 */
function watchers(name: string, entries: Settings["builtins"]): readonly PlannedBuiltin[] {
  const named = BUILTINS.filter(({ watches }) => watches?.some((event) => event === name));
  return named.flatMap((builtin) =>
    (entries[builtin.home] ?? [])
      .filter((entry) => entry.name === builtin.name && !entries[name]?.some((one) => one.name === entry.name))
      .map(({ matchers, ...entry }) => ({
        ...entry,
        ...(matchers?.agents && { matchers: { agents: matchers.agents } }),
      })),
  );
}

/** Whether `mine` runs in every case in which `entry` would run, so that `entry` is not needed. */
function covers(mine: PlannedBuiltin, entry: PlannedBuiltin): boolean {
  const isSame = mine.name === entry.name && mine.args.join("\0") === entry.args.join("\0");
  return isSame && !mine.matchers && !(entry.matchers && entry.onFailure);
}

const STRICTNESS = ["allow", "ask", "deny"] as const;

/** The user's entry, with the project's `onFailure` if that is stricter. */
function stricter(mine: PlannedBuiltin, { onFailure }: PlannedBuiltin): PlannedBuiltin {
  const now = mine.onFailure ?? (builtinNamed(mine.name)?.failure === "closed" ? "deny" : "allow");
  return onFailure && STRICTNESS.indexOf(onFailure) > STRICTNESS.indexOf(now) ? { ...mine, onFailure } : mine;
}

/** Whether a guard runs at an event for every tool and path. If one does, the event must not pass if snapveil fails. */
export function isGuarded(name: string, settings: Settings): boolean {
  return planned(name, settings).some((entry) => !entry.matchers && builtinNamed(entry.name)?.failure === "closed");
}

/**
 * Whether the agent accepts the rewrite that is the builtin's only purpose; true for all other builtins, and at events
 * at which the builtin only takes notes.
 */
export function isCarried({ onlyRewrites, watches }: Builtin, name: string, capabilities: () => Capabilities): boolean {
  return (
    onlyRewrites === undefined ||
    watches?.some((event) => event === name) === true ||
    capabilities().rewrite.includes(onlyRewrites)
  );
}

function defaultProfile(event: string): PlannedBuiltin[] {
  return BUILTINS.filter(({ byDefault }) => byDefault.some((name) => name === event)).map(
    ({ name, defaultArguments = [] }) => ({ name, args: defaultArguments, origin: "user", isDefault: true }),
  );
}
