import { EVENT_NAMES } from "../agents/codec/events.ts";
import { BUILTINS, planned, type Builtin } from "../builtins/doors/table.ts";
import { DEFAULT_SETTINGS, type PlannedBuiltin, type Settings } from "../worktree/doors/settings.ts";
import { broken, type Check } from "./check.ts";

/**
 * Reports the builtins that a project asks for and that do not run, or run weaker than without the user's settings. A
 * project asks for all guards of the default profile, for checkpoints, and for the builtins that its team names.
 * @param named the builtins that the team names
 * @param file the user's settings file, as a person reads it
 */
export async function checkBuiltins(settings: Settings, named: readonly string[], file: string): Promise<Check[]> {
  const asked = BUILTINS.filter(
    ({ name, failure, leg, byDefault }) =>
      named.includes(name) || (byDefault.length > 0 && (failure === "closed" || leg === "snapshot")),
  );
  return (await Promise.all(asked.map((builtin) => weakened(builtin, settings, file)))).flat();
}

/** What a person does after a change by which a hook answers more events than are registered. */
const REGISTER = "Then: snapveil install";

async function weakened(builtin: Builtin, settings: Settings, file: string): Promise<Check[]> {
  const { name, byDefault } = builtin;
  const said = (why: string, repair: string) =>
    broken("weaker", `${name} ${why}, and the project asks for it.`, repair);
  if (settings.switches[name] === false)
    return [said("is switched off by your settings", `Take "${name}": false out of ${file}. ${REGISTER}`)];
  const { faultIn } = await builtin.load();
  const entriesAt = (event: string) =>
    planned(event, settings).filter((entry) => entry.name === name && faultIn?.(entry.args) === undefined);
  if (byDefault.length === 0 && !EVENT_NAMES.some((event) => entriesAt(event).length > 0))
    return [said("runs at no event", `Add it to ${file}: ${lineFor(builtin, faultIn)}. ${REGISTER}`)];
  return byDefault.flatMap((event) => {
    const entries = entriesAt(event);
    if (entries.length > 0) return weakerAt(event, entries, builtin).map((why) => said(why.is, why.repair(file)));
    return [
      said(
        `does not run at ${event}`,
        `Add ${entryOf(builtin)} to "${event}" under "builtins" in ${file}. ${REGISTER}`,
      ),
    ];
  });
}

interface Weakness {
  readonly is: string;
  /** What a person does, in the named file. */
  readonly repair: (file: string) => string;
}

/** What is weaker in all entries of a builtin at an event than in the entry of the default profile. */
function weakerAt(event: string, entries: readonly PlannedBuiltin[], builtin: Builtin): Weakness[] {
  const { name, failure, isWeakerBy } = builtin;
  const own = (file: string) => `of ${name} in ${file}`;
  if (entries.every(({ matchers }) => matchers))
    return [{ is: `runs at ${event} for certain calls only`, repair: (file) => `Take the matchers ${own(file)} out.` }];
  if (failure === "closed" && entries.every(({ onFailure }) => onFailure === "allow"))
    return [{ is: `lets ${event} go on where it fails`, repair: (file) => `Take "on_failure" ${own(file)} out.` }];
  if (entries.every(({ timeout = Infinity }) => timeout < DEFAULT_SETTINGS.deadline))
    return [
      {
        is: `has less time at ${event} than by default`,
        repair: (file) => `Take "timeout" ${own(file)} out.`,
      },
    ];
  if (isWeakerBy && entries.every(({ args }) => isWeakerBy(args)))
    return [
      {
        is: `lets more pass at ${event} than by default`,
        repair: (file) => `Write ${entryOf(builtin)} at "${event}" in ${file}, or take the entry out.`,
      },
    ];
  return [];
}

/** An entry of the settings that runs a builtin as the default profile does. */
function entryOf({ name, defaultArguments = [] }: Builtin): string {
  return JSON.stringify(defaultArguments.length === 0 ? name : [name, ...defaultArguments]);
}

/** An entry of the settings that registers a builtin; of one that needs arguments, with the place of these. */
function lineFor(builtin: Builtin, faultIn: ((args: readonly string[]) => string | undefined) | undefined): string {
  const { name, takes = "", events, defaultArguments = [] } = builtin;
  const isComplete = faultIn?.(defaultArguments) === undefined;
  const entry = isComplete ? entryOf(builtin) : `["${name}", …]`;
  const what = isComplete ? "" : `, where … is ${takes.replaceAll("`", "")}`;
  return `"builtins": { "${events?.[0] ?? "*"}": [${entry}] }${what}`;
}
