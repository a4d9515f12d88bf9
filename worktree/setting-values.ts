import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { isTexts } from "./parse-planned.ts";
import type { KnownValueSettings, Policy, RedactionSettings, Settings, UserRule } from "./settings.ts";

/** A name, or an address of IPv6. */
const HOST = /^(?:[\w.-]+|\[?[\da-f.]*(?::[\da-f.]*){2,}\]?)$/i;

export function hosts(value: Json): string[] {
  const { allow = [] } = mapping(value, ["allow"]);
  const names = texts(allow);
  if (!names.every((name) => HOST.test(name)))
    throw new Error('it is not a mapping of "allow" to a list of hosts, without scheme and port');
  return names.map((name) => name.toLowerCase().replace(/^\[|\]$/g, ""));
}

export function secretFiles(value: Json, keys: readonly string[]): Settings["secretFiles"] {
  const { deny = [], allow = [] } = mapping(value, keys);
  return { deny: patterns(deny), allow: patterns(allow) };
}

export function destructive(
  value: Json,
  keys: readonly string[],
  levels: readonly ("catastrophic" | "all")[],
): Settings["destructive"] {
  const { level, deny = [], ask = [], allow = [] } = mapping(value, keys);
  const lists = { deny: patterns(deny), ask: patterns(ask), allow: patterns(allow) };
  return { ...lists, ...(level !== undefined && { level: oneOf(level, levels) }) };
}

function mapping(value: Json, keys: readonly string[]): JsonObject {
  if (!isObject(value) || Object.keys(value).some((key) => !keys.includes(key)))
    throw new Error(`it is not a mapping of ${keys.map((key) => `"${key}"`).join(", ")}`);
  return value;
}

function patterns(value: Json): string[] {
  const list = texts(value);
  if (list.length > MOST || list.some((text) => text.length > 200))
    throw new Error(`one of its lists has more than ${MOST} patterns, or a pattern of more than 200 characters`);
  return list;
}

export function redaction(before: Settings, change: Partial<RedactionSettings>): Partial<Settings> {
  return { redaction: { ...before.redaction, ...change } };
}

/** Below what `install` registers: an agent that stops waiting lets the event go on. */
const [SHORTEST, LONGEST] = [1, 15] as const;

export function deadline(value: Json): number {
  if (typeof value === "number" && value >= SHORTEST && value <= LONGEST) return value;
  throw new Error(`it is not a number of seconds from ${SHORTEST} to ${LONGEST}`);
}

export function detectors(value: Json): RedactionSettings["detectors"] {
  const names = texts(value).map((name) => oneOf(name, ["own", "secretlint"]));
  if (names.length === 0) throw new Error('it names neither "own" nor "secretlint"');
  return [...new Set(names)];
}

/** Rules, and names of each kind, that one file may bring. */
const MOST = 100;

export function knownValues(value: Json): KnownValueSettings {
  const { files = [], variables = [], ...rest } = isObject(value) ? value : {};
  if ((value !== true && !isObject(value)) || Object.keys(rest).length > 0)
    throw new Error('it is not a mapping of "files" and "variables"; it is switched off by the user alone, with false');
  return { files: texts(files).slice(0, MOST), variables: texts(variables).slice(0, MOST), projectFiles: [] };
}

export function rules(value: Json): UserRule[] {
  if (!Array.isArray(value) || value.length > MOST) throw new Error(`it is not a list of at most ${MOST}`);
  return value.map((rule, at) => {
    const { kind, pattern, ...rest } = isObject(rule) ? rule : ({} as JsonObject);
    if (typeof kind !== "string" || !/^[a-z0-9-]{1,40}$/.test(kind))
      throw new Error(`"kind" of number ${at + 1} is not a name of small letters, digits and dashes`);
    if (typeof pattern !== "string" || pattern === "" || pattern.length > 1000)
      throw new Error(`"pattern" of number ${at + 1} is not a pattern of at most 1,000 characters`);
    if (Object.keys(rest).length > 0) throw new Error(`number ${at + 1} has more than "kind" and "pattern"`);
    return { kind, pattern };
  });
}

export function policy(value: Json, before: Settings, known: readonly Policy[]): Partial<Settings> {
  const own = before.redaction.policy;
  if (!isObject(value) || Object.keys(value).some((place) => !Object.hasOwn(own, place)))
    throw new Error(`it is not a mapping of ${Object.keys(own).join(", ")}`);
  const given = Object.entries(value).map(([place, name]) => [place, oneOf(name, known)]);
  return redaction(before, { policy: { ...own, ...Object.fromEntries(given) } });
}

export function oneOf<const T extends string>(value: Json, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Error(`it is not ${known.map((one) => `"${one}"`).join(" or ")}`);
  return found;
}

export function flag(value: Json): boolean {
  if (typeof value !== "boolean") throw new Error("it is neither true nor false");
  return value;
}

export function texts(value: Json): string[] {
  if (!Array.isArray(value) || !isTexts(value) || value.includes("")) throw new Error("it is not a list of texts");
  return value;
}
