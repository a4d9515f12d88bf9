import { builtinNamed, BUILTINS, planned, type Builtin } from "../builtins/doors/table.ts";
import { ANY_EVENT, type PlannedBuiltin, type Settings } from "../worktree/doors/settings.ts";
import { plainName, printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";

/** A builtin that runs for one event of the payload. */
export interface PlannedStep extends Omit<PlannedBuiltin, "name"> {
  readonly builtin: Builtin;
  readonly eventIndex: number;
  /**
   * Set for a guard that the settings do not name for this event: the guard's only task is to keep a call from being
   * approved or rewritten.
   */
  readonly onlyObjects?: true;
}

/**
 * The steps for the canonical events of a payload, in registry order for each event. With `only`, the steps of the
 * builtin that it names, whatever builtins the settings name. Unknown names are left out; `faultyEntries` reports them.
 * @throws UserError if `only` is unknown or does not take its arguments
 */
export async function plan(
  events: readonly HookEvent[],
  settings: Settings,
  only?: { name: string; args: readonly string[] },
): Promise<PlannedStep[]> {
  if (only) {
    const builtin = await askedFor(only);
    const indexes = events
      .map((_, index) => index)
      .filter((index) => builtin.events?.includes(events[index]!.name) ?? true);
    const steps = indexes.map((eventIndex): PlannedStep => ({ builtin, eventIndex, args: only.args, origin: "user" }));
    return withGuards(steps, events, settings);
  }
  const steps = events.flatMap((event, eventIndex) =>
    planned(event.name, settings)
      .flatMap(({ name, ...entry }) => {
        const builtin = builtinNamed(name);
        return builtin && (builtin.events?.includes(event.name) ?? true) ? [{ builtin, eventIndex, ...entry }] : [];
      })
      .sort((first, second) => BUILTINS.indexOf(first.builtin) - BUILTINS.indexOf(second.builtin)),
  );
  return withGuards(steps, events, settings);
}

/**
 * Adds guards if a step may approve a call: all guards that the settings name for `pre_tool_use` and not for this
 * event.
 */
function withGuards(steps: readonly PlannedStep[], events: readonly HookEvent[], settings: Settings): PlannedStep[] {
  const guards = events.flatMap((event, eventIndex) => {
    const here = steps.filter((step) => step.eventIndex === eventIndex);
    if (!here.some(({ builtin }) => builtin.approves)) return [];
    return planned("pre_tool_use", settings).flatMap(({ name, ...entry }): PlannedStep[] => {
      const builtin = builtinNamed(name);
      const isMissing = builtin?.failure === "closed" && !here.some((step) => step.builtin === builtin);
      return isMissing && builtin.events?.includes(event.name)
        ? [{ builtin, eventIndex, ...entry, onlyObjects: true }]
        : [];
    });
  });
  return [...steps, ...guards];
}

/** The builtin that the command line names. @throws UserError if it is unknown or does not take its arguments */
export async function askedFor({ name, args }: { name: string; args: readonly string[] }): Promise<Builtin> {
  const builtin = builtinNamed(name);
  if (!builtin)
    throw new UserError("unknownBuiltin", [printable(name), BUILTINS.map((other) => other.name).join(", ")]);
  const fault = (await builtin.load()).faultIn?.(args);
  if (fault !== undefined) throw new UserError("badArgument", [fault]);
  return builtin;
}

/** A sentence about an unknown builtin or wrong arguments on the command line; `undefined` if there is no fault. */
export async function faultInRequest({ builtin, args }: { builtin?: string; args: readonly string[] }) {
  try {
    if (builtin !== undefined) await askedFor({ name: builtin, args });
    return undefined;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
}

/** The most sentences about entries of projects' files, which anybody may have written. */
const MOST_SENTENCES = 5;

/**
 * Sentences about faulty entries of the settings for these events: unknown builtins, wrong arguments, entries of a
 * project that only the user may make, and switches with unknown or useless names.
 */
export async function faultyEntries(
  events: readonly { readonly name: string }[],
  { builtins, added, switches, usersFile = "" }: Settings,
): Promise<string[]> {
  const names = new Set([...events.map(({ name }) => name), ANY_EVENT]);
  const sentencesAbout = async (entries: Settings["builtins"]) => {
    const all = await Promise.all([...names].flatMap((name) => (entries[name] ?? []).map(faultOf)));
    return all.filter((sentence) => sentence !== undefined);
  };
  return [
    ...(await sentencesAbout(builtins)),
    ...(await sentencesAbout(added)).slice(0, MOST_SENTENCES),
    ...(await Promise.all(Object.entries(switches).map(([name, isOn]) => faultOfSwitch(name, isOn, usersFile)))).flat(),
  ];
}

async function faultOf({ name, args, origin, from }: PlannedBuiltin): Promise<string | undefined> {
  const builtin = builtinNamed(name);
  const isForbidden = origin === "project" && builtin?.usersOnly;
  const why = isForbidden
    ? `only your own settings and a registered line can name ${name}`
    : builtin
      ? builtin.takes && (await builtin.load()).faultIn?.(args)
      : `there is no builtin "${plainName(name)}"${await knownBuiltins(name)}`;
  return why === undefined ? undefined : badSetting(from?.file ?? "", from?.at ?? name, why);
}

/** A sentence about a switch `NAME: true/false` that has no effect; empty if it has one. */
async function faultOfSwitch(name: string, isOn: boolean, file: string): Promise<string[]> {
  const builtin = builtinNamed(name);
  if (!builtin) {
    const why = `there is no such setting and no such builtin${await knownBuiltins(name)}`;
    return [badSetting(file, plainName(name), why)];
  }
  return isOn && builtin.byDefault.length === 0
    ? [badSetting(file, name, `true starts nothing: name it under "builtins", at the events where it is to run`)]
    : [];
}

/** The most similar name of a builtin, and the names of all. */
async function knownBuiltins(name: string): Promise<string> {
  const { hintAt } = await import("../kit/nearest-name.ts");
  const known = BUILTINS.map((builtin) => builtin.name);
  return `${hintAt(name, known)}; known: ${known.join(", ")}`;
}

function badSetting(file: string, at: string, why: string): string {
  return new UserError("badSetting", [printable(file), at, why]).message;
}

/**
 * The steps that run after the answer, without repeats: each builtin runs once with the same arguments, even if the
 * payload stands for several events. An entry of the user's settings replaces that of a project's.
 */
export function withoutTwins(steps: readonly PlannedStep[]): PlannedStep[] {
  const projectFirst = [
    ...steps.filter(({ origin }) => origin === "project"),
    ...steps.filter(({ origin }) => origin === "user"),
  ];
  return [...new Map(projectFirst.map((step) => [JSON.stringify([step.builtin.name, step.args]), step])).values()];
}

/**
 * The steps that run before the answer, without repeats: a builtin that is bound to no event would do the same for each
 * event of the payload. An entry of a project's settings does not replace that of the user's.
 */
export function withoutRepeats(steps: readonly PlannedStep[]): PlannedStep[] {
  const seen = new Set<string>();
  return steps.filter(({ builtin, args, origin, onFailure }) => {
    const words = JSON.stringify([builtin.name, args, origin, onFailure]);
    const isRepeated = builtin.events === undefined && seen.has(words);
    seen.add(words);
    return !isRepeated;
  });
}
