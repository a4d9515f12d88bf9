import { EVENT_NAMES, type EventName } from "../agents/codec/events.ts";
import { builtinNamed, planned, replacedGuards } from "../builtins/doors/table.ts";
import type { PlannedBuiltin, Settings } from "../worktree/doors/settings.ts";
import { faultyEntries } from "../hook/plan.ts";
import { plainName, printable } from "../kit/text.ts";
import { ok, warning, type Check } from "./check.ts";

/** The remedy of an invalid entry in a settings file. The sentence about the entry names the file. */
export const MEND = "Mend that entry. What holds now, and whose file says so: snapveil config";

/**
 * Reports the builtins of each event, useless settings, and builtins and guards that the settings switch off or weaken.
 * @param file the path of the user's settings file, for remedies
 */
export async function checkSettings(settings: Settings, file: string): Promise<Check[]> {
  const problems = await faultsIn(settings);
  const off = Object.entries(settings.switches).flatMap(([name, isOn]) => (!isOn && builtinNamed(name) ? [name] : []));
  return [
    ...Object.entries(eventsOf(settings)).map(([event, entries]) =>
      ok("builtins", `At ${event}: ${entries.map(lineOf).join(", ")}.`),
    ),
    ...problems.map((sentence) => warning("settings", sentence, MEND)),
    ...EVENT_NAMES.flatMap((event) => replaced(event, settings)),
    ...weakened(settings),
    ...off.map((name) =>
      warning(
        "builtin_off",
        `Your settings switch ${plainName(name)} off: it runs at no event.`,
        `Take "${name}" out of ${printable(file)}. Then: snapveil install`,
      ),
    ),
  ];
}

/** Sentences about useless or invalid entries in the settings files. */
export async function faultsIn(settings: Settings): Promise<string[]> {
  const events = Object.keys({ ...settings.builtins, ...settings.added }).map((name) => ({ name }));
  const { userRules } = await import("../redactors/doors/redact.ts");
  const { problems } = userRules(settings.redaction.rules);
  return [...settings.problems, ...(await faultyEntries(events, settings)), ...problems];
}

/** Canonical event → the entries of builtins that run at the event. Events without entries are left out. */
export function eventsOf(settings: Settings): Readonly<Record<string, readonly PlannedBuiltin[]>> {
  const rows = EVENT_NAMES.map((event) => {
    const entries = planned(event, settings).filter(({ name }) => {
      const builtin = builtinNamed(name);
      return builtin && (builtin.events?.some((known) => known === event) ?? true);
    });
    return [event, entries] as const;
  });
  return Object.fromEntries(rows.filter(([, entries]) => entries.length > 0));
}

function lineOf({ name, args }: PlannedBuiltin): string {
  return [name, ...args].map(printable).join(" ");
}

/** Warns of guards and checkpoints that do not run at an event since the user's list replaces the default profile's. */
function replaced(event: EventName, settings: Settings): Check[] {
  const gone = replacedGuards(event, settings).filter((name) => settings.switches[name] !== false);
  if (gone.length === 0) return [];
  const list = new Intl.ListFormat("en").format(gone);
  const verb = gone.length === 1 ? "does" : "do";
  return [
    warning(
      "replaced",
      `Your settings replace what runs at ${event}, so ${list} ${verb} not run there.`,
      `Take "replace" out: your list then adds to what runs by default.`,
    ),
  ];
}

/** Warns of the user's guards that have matchers, or that let the event go on if they fail. */
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
