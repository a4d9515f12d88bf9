import { asNumber, asString, isObject, type Json, type JsonObject } from "../../kit/json.ts";

/** Typed reading of a payload: a value of the wrong type counts as missing, and a missing one leaves no key behind. */
export interface Fields {
  /** `{ [key]: text }` where the payload has text there, otherwise `{}`. */
  text<Key extends string>(key: Key, wireKey: string): { readonly [K in Key]?: string };
  number<Key extends string>(key: Key, wireKey: string): { readonly [K in Key]?: number };
  flag<Key extends string>(key: Key, wireKey: string): { readonly [K in Key]?: boolean };
  /** Any value but null. */
  value<Key extends string>(key: Key, wireKey: string): { readonly [K in Key]?: Json };
  list<Key extends string>(key: Key, wireKey: string): { readonly [K in Key]?: readonly Json[] };
}

export function fieldsOf(raw: JsonObject): Fields {
  const pick = <Key extends string, Value>(key: Key, value: Value | undefined) =>
    (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: Value };
  return {
    text: (key, wireKey) => pick(key, asString(raw[wireKey])),
    number: (key, wireKey) => pick(key, asNumber(raw[wireKey])),
    flag: (key, wireKey) => pick(key, typeof raw[wireKey] === "boolean" ? (raw[wireKey] as boolean) : undefined),
    value: (key, wireKey) => pick(key, raw[wireKey] ?? undefined),
    list: (key, wireKey) => pick(key, Array.isArray(raw[wireKey]) ? (raw[wireKey] as readonly Json[]) : undefined),
  };
}

/** The objects of a list; anything else in it is left out. */
export function objectsOf(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The arguments of all calls of a batch, as those of one that runs them in a row. */
export function inputsOf(calls: readonly JsonObject[]): JsonObject {
  return { commands: calls.map((call) => call["tool_input"] ?? null) };
}
