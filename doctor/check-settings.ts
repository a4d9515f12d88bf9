import { EVENT_NAMES } from "../agents/codec/hook-event.ts";
import { planned } from "../builtins/planned.ts";
import { builtinNamed, BUILTINS } from "../builtins/registry.ts";
import { faultyEntries } from "../hook/plan.ts";
import { plainName } from "../kit/text.ts";
import type { Settings } from "../worktree/settings.ts";
import { ok, warning, type Check } from "./check.ts";

/** What the settings files say that is of no use, and what they take away from the default profile. */
export async function checkSettings(settings: Settings): Promise<Check[]> {
  const problems = await faultsIn(settings);
  const off = Object.entries(settings.switches).flatMap(([name, isOn]) => (!isOn && builtinNamed(name) ? [name] : []));
  return [
    ok("builtins", `These builtins run: ${running(settings).join(", ")}.`),
    ...problems.map((sentence) => warning("settings", sentence, "Mend that file.")),
    ...weakened(settings),
    ...off.map((name) =>
      warning(
        "builtin_off",
        `Your settings switch ${plainName(name)} off: it runs at no event.`,
        `Take "${name}" out.`,
      ),
    ),
  ];
}

/** Sentences about all in the settings files that is of no use. */
export async function faultsIn(settings: Settings): Promise<string[]> {
  const events = Object.keys({ ...settings.builtins, ...settings.added }).map((name) => ({ name }));
  return [...settings.problems, ...(await faultyEntries(events, settings))];
}

/** Names of the builtins that run at one event or more, in the order of the table. */
function running(settings: Settings): string[] {
  const planning = new Set(EVENT_NAMES.flatMap((event) => planned(event, settings).map(({ name }) => name)));
  return BUILTINS.map(({ name }) => name).filter((name) => planning.has(name));
}

/** Entries of guards that the user narrows, or lets go on where they fail. */
function weakened({ builtins }: Settings): Check[] {
  const guards = Object.entries(builtins).flatMap(([event, entries]) =>
    entries
      .filter(({ name }) => builtinNamed(name)?.failure === "closed")
      .map((entry) => ({ ...entry, at: `${entry.name} at ${plainName(event)}` })),
  );
  return [
    ...guards.flatMap(({ at, matchers }) => {
      if (!matchers) return [];
      const which = Object.keys(matchers).join(" and ");
      return [warning("narrowed", `Your settings narrow ${at} to certain ${which}: all else passes it.`)];
    }),
    ...guards
      .filter(({ onFailure }) => onFailure === "allow")
      .map(({ at }) =>
        warning("fails_open", `Your settings let the event go on where ${at} fails: it is then not checked.`),
      ),
  ];
}
