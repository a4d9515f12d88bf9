import { EVENT_NAMES } from "../agents/codec/events.ts";
import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { hintAt } from "../kit/nearest-name.ts";
import { plainName } from "../kit/text.ts";
import { ENTRY } from "./plan-schemas.ts";
import { ANY_EVENT, type Matchers, type PlannedBuiltin, type Settings, type SettingsFile } from "./settings.ts";
import { allowedPart, shown, unknownKey, type Complain } from "./value-schema.ts";

/** The key, in `builtins` or in one event, with which a list replaces the default profile's builtins. */
const REPLACE = "replace";

/** The builtins that a file names, by event. */
interface Plan {
  readonly lists: Settings["builtins"];
  /** Events whose list replaces the default profile's. */
  readonly replaced: readonly string[];
}

/**
 * Reads the setting `builtins` of a file. An invalid entry is reported and left out. A list with an invalid entry does
 * not replace the default profile's builtins, because the invalid entry may have been meant for a guard.
 * @throws Error with a message "it is …, and not …"
 */
export function parsePlan(value: Json, source: SettingsFile, complain: Complain): Plan {
  if (!isObject(value)) throw new Error(`it is ${shown(value)}, and not a mapping of event names to lists`);
  const { [REPLACE]: all, ...events } = value;
  const replacesAll = isReplacing(all, "", source, complain);
  const parsed = Object.entries(events).flatMap(([event, given]) => {
    const at = `.${event === ANY_EVENT ? event : plainName(event)}`;
    let isWhole = true;
    const tell: Complain = (why, where) => {
      isWhole = false;
      complain(why, where);
    };
    if (event !== ANY_EVENT && !EVENT_NAMES.some((known) => known === event)) {
      // Whoever switches a builtin off inside of "builtins" is told the place, and not all names of events.
      if (typeof given === "boolean")
        tell(`a builtin is switched on or off at the top level: "${plainName(event)}": ${given}`, at);
      else tell(`there is no such event${hintAt(event, EVENT_NAMES)}; known: ${EVENT_NAMES.join(", ")}`, at);
      return [];
    }
    const { replace, items, below } = parseEvent(given, at, replacesAll, source, tell);
    const entries = items.flatMap((item, index) => parseEntry(item, `${below}[${index}]`, source, tell) ?? []);
    return entries.length > 0 || isWhole ? [{ event, entries, replace: replace && isWhole }] : [];
  });
  return {
    lists: Object.fromEntries(parsed.map(({ event, entries }) => [event, entries])),
    replaced: parsed.flatMap(({ event, replace }) => (replace ? [event] : [])),
  };
}

/**
 * Reads the value of one event: `["add_date"]`, or `{ "replace": true, "builtins": ["add_date"] }`.
 * @param at the event's path
 */
function parseEvent(given: Json, at: string, replacesAll: boolean, source: SettingsFile, tell: Complain) {
  if (Array.isArray(given)) return { replace: replacesAll, items: given, below: at };
  const below = `${at}.builtins`;
  if (!isObject(given)) {
    tell(`it is ${shown(given)}, and not a list of builtins or { "replace": true, "builtins": [...] }`, at);
    return { replace: false, items: [], below };
  }
  const { builtins = null, [REPLACE]: replace = replacesAll, ...rest } = given;
  for (const key of Object.keys(rest)) tell(unknownKey(key, [REPLACE, "builtins"]), `${at}.${plainName(key)}`);
  if (!Array.isArray(builtins)) tell(`it is ${shown(builtins)}, and not a list of builtins`, below);
  return { replace: isReplacing(replace, at, source, tell), items: Array.isArray(builtins) ? builtins : [], below };
}

function isReplacing(given: Json | undefined, at: string, { origin }: SettingsFile, tell: Complain): boolean {
  if (given !== undefined && typeof given !== "boolean")
    tell(`it is ${shown(given)}, and not true or false`, `${at}.${REPLACE}`);
  else if (given && origin === "project") tell("it is yours alone: a project only adds", `${at}.${REPLACE}`);
  else return given === true;
  return false;
}

/** Reads one entry; `undefined` if a part of it is invalid. */
function parseEntry(
  item: Json,
  at: string,
  { file, origin, isOuter }: SettingsFile,
  tell: Complain,
): PlannedBuiltin | undefined {
  let isWhole = true;
  const part = allowedPart(
    item,
    ENTRY[origin],
    (why, where) => {
      isWhole = false;
      tell(why, where);
    },
    at,
  );
  const { name, args = [], matchers, timeout, on_failure: onFailure } = asMapping(part);
  if (!isWhole) return undefined;
  if (typeof name !== "string") return void tell(`it is ${shown(name ?? null)}, and not a builtin's name`, `${at}[0]`);
  return {
    name,
    args: (args as Json[]).map(String), // an argument may be written as a number without quotes
    origin,
    from: { file, at: `builtins${at}`, isOuter },
    ...(matchers !== undefined && { matchers: matchers as Matchers }),
    ...(timeout !== undefined && { timeout: Number(timeout) }),
    ...(onFailure !== undefined && { onFailure: onFailure as NonNullable<PlannedBuiltin["onFailure"]> }),
  };
}

function asMapping(entry: Json | undefined): JsonObject {
  if (isObject(entry)) return entry;
  const [name = null, ...args] = Array.isArray(entry) ? entry : [entry ?? null];
  return { name, args };
}
