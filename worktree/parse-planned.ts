import { isAgentName } from "../agents/registry.ts";
import { isObject, type Json } from "../kit/json.ts";
import { plainName } from "../kit/text.ts";
import type { Matchers, PlannedBuiltin, Settings } from "./settings.ts";
import type { Complain } from "./value-schema.ts";

/** Of one matcher. */
const MOST = 100;
const LONGEST_TEXT = 300;
/** Seconds: no hook has more. */
const LONGEST = 15;

/** Said beside the lists of a file, or of one event, that they stand in place of the default profile's. */
const REPLACE = "replace";

/** What a file says of the builtins of each event. */
export interface Plan {
  readonly lists: Settings["builtins"];
  /** Events whose list stands in place of the default profile's. */
  readonly replaced: readonly string[];
}

/**
 * An entry that is of no use is named, and the others hold; the list that it stands in then replaces nothing, for the
 * entry may have been a guard. @throws Error whose message says what "it is not"
 */
export function parsePlan(value: Json, origin: PlannedBuiltin["origin"], complain: Complain): Plan {
  if (!isObject(value)) throw new Error("it is not a mapping of event names to lists");
  const { [REPLACE]: all = false, ...events } = value;
  if (typeof all !== "boolean") complain('its "replace" is neither true nor false');
  const parsed = Object.entries(events).flatMap(([event, given]) => {
    const problems: string[] = [];
    const { replace, items } = parseEvent(given, event, all === true, problems);
    const entries = items.flatMap((item) => {
      try {
        return [parseEntry(item, event, origin)];
      } catch (error) {
        problems.push((error as Error).message);
        return [];
      }
    });
    for (const problem of problems) complain(problem);
    const isUseful = entries.length > 0 || problems.length === 0;
    return isUseful ? [{ event, entries, replace: replace && problems.length === 0 }] : [];
  });
  return {
    lists: Object.fromEntries(parsed.map(({ event, entries }) => [event, entries])),
    replaced: parsed.flatMap(({ event, replace }) => (replace ? [event] : [])),
  };
}

/** `["add_date"]`, or `{ "replace": true, "builtins": ["add_date"] }`. */
function parseEvent(given: Json, event: string, all: boolean, problems: string[]) {
  const it = `what it says of "${plainName(event)}"`;
  const { builtins: items = null, replace = all, ...rest } = isObject(given) ? given : { builtins: given };
  const [odd] = Object.keys(rest);
  if (odd !== undefined) problems.push(`${it} has "${plainName(odd)}"; known: replace, builtins`);
  if (typeof replace !== "boolean") problems.push(`"replace" of "${plainName(event)}" is neither true nor false`);
  if (!Array.isArray(items)) problems.push(`${it} is neither a list nor { "replace": true, "builtins": [...] }`);
  return { replace: replace === true, items: Array.isArray(items) ? items : [] };
}

/** `"add_date"`, `["add_recent_commits", "5"]` or `{ "name": "add_recent_commits", "args": ["5"], … }`. */
function parseEntry(item: Json, event: string, origin: PlannedBuiltin["origin"]): PlannedBuiltin {
  if (isObject(item) && Object.keys(item).length > 0) return parseObject(item, event, origin);
  const [name, ...args] = wordsOf(Array.isArray(item) ? item : [item]);
  if (typeof name !== "string" || !isTexts(args))
    throw new Error(`an entry of "${plainName(event)}" is neither a name nor a list of a name and its arguments`);
  return { name, args, origin };
}

function parseObject(item: { [key: string]: Json }, event: string, origin: PlannedBuiltin["origin"]): PlannedBuiltin {
  const { name, args = [], matchers, timeout, on_failure: onFailure, ...rest } = item;
  if (typeof name !== "string") throw new Error(`an entry of "${plainName(event)}" has no "name"`);
  const it = `"${plainName(name)}" of "${plainName(event)}"`;
  const [odd] = Object.keys(rest);
  if (odd !== undefined)
    throw new Error(`${it} has "${plainName(odd)}"; known: name, args, matchers, timeout, on_failure`);
  const words = Array.isArray(args) ? wordsOf(args) : [null];
  if (!isTexts(words)) throw new Error(`"args" of ${it} is not a list of texts`);
  if (timeout !== undefined && !(typeof timeout === "number" && timeout > 0 && timeout <= LONGEST))
    throw new Error(`"timeout" of ${it} is not a number of seconds up to ${LONGEST}`);
  if (onFailure !== undefined && onFailure !== "allow" && onFailure !== "ask" && onFailure !== "deny")
    throw new Error(`"on_failure" of ${it} is not "allow", "ask" or "deny"`);
  if (onFailure === "allow" && origin === "project")
    throw new Error(`"on_failure" of ${it} is "allow", which only your own settings may say`);
  return {
    name,
    args: words,
    origin,
    ...(matchers !== undefined && { matchers: parseMatchers(matchers, it) }),
    ...(timeout !== undefined && { timeout }),
    ...(onFailure !== undefined && { onFailure }),
  };
}

function parseMatchers(value: Json, it: string): Matchers {
  const { tools, paths, agents, events, ...rest } = isObject(value) ? value : {};
  const known = '"matchers" may have tools, paths, agents and events';
  if (!isObject(value) || Object.keys(rest).length > 0) throw new Error(`${it}: ${known}`);
  const given = Object.entries({ tools, paths, agents, events }).flatMap(([key, list]) =>
    list === undefined ? [] : [[key, parseList(list, key, it)] as const],
  );
  if (given.length === 0) throw new Error(`${it}: ${known}, and has none of them`);
  const matchers: Matchers = Object.fromEntries(given);
  const stranger = matchers.agents?.find((name) => !isAgentName(name));
  if (stranger !== undefined) throw new Error(`${it}: "${plainName(stranger)}" is no agent; see: snapveil agents`);
  // What would never match as it is meant switches a guard off without a word.
  const glob = matchers.paths?.find((one) => /[{}]|^!|^\s|\s$|(?:^|\/)\.\.?(?:\/|$)/.test(one));
  if (glob !== undefined)
    throw new Error(`${it}: a path in it has braces, "!", "." or ".." parts or blanks around it; known: *, ? and **`);
  return matchers;
}

function parseList(list: Json, key: string, it: string): string[] {
  const fits = (text: string) => text !== "" && text.length <= LONGEST_TEXT;
  if (Array.isArray(list) && list.length > 0 && list.length <= MOST && isTexts(list) && list.every(fits)) return list;
  throw new Error(`${it}: "${key}" is not a list of 1 to ${MOST} texts of at most ${LONGEST_TEXT} characters`);
}

/** A number is an argument, too: it needs no quotes. */
function wordsOf(list: readonly Json[]): Json[] {
  return list.map((word) => (typeof word === "number" ? String(word) : word));
}

function isTexts(list: readonly Json[]): list is string[] {
  return list.every((item) => typeof item === "string");
}
