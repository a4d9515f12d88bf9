import { asString, isObject, type Json, type JsonObject } from "../../kit/json.ts";
import { parseLossless } from "../../kit/lossless-json.ts";

/** Canonical field → text of the payload; a key that is missing, empty or no text leaves no field behind. */
export function texts<Field extends string>(
  raw: Json | undefined,
  names: Readonly<Record<Field, string>>,
): { readonly [F in Field]?: string } {
  return pick<Field, string>(raw, names, (value) => Boolean(asString(value)));
}

/** Canonical field → any value of the payload but null. */
export function values<Field extends string>(
  raw: Json | undefined,
  names: Readonly<Record<Field, string>>,
): { readonly [F in Field]?: Json } {
  return pick<Field, Json>(raw, names, (value) => value !== null && value !== undefined);
}

function pick<Field extends string, Value>(
  raw: Json | undefined,
  names: Readonly<Record<Field, string>>,
  fits: (value: Json | undefined) => boolean,
): { readonly [F in Field]?: Value } {
  if (!isObject(raw)) return {};
  const found = Object.entries<string>(names).filter(([, key]) => Object.hasOwn(raw, key) && fits(raw[key]));
  return Object.fromEntries(found.map(([field, key]) => [field, raw[key]])) as { [F in Field]?: Value };
}

/** The first text of a list of folders. */
export function firstText(list: Json | undefined): string | undefined {
  return (Array.isArray(list) && asString(list[0])) || undefined;
}

/** A value that some releases send as JSON text and others as it is. */
export function parsed(value: Json | undefined): Json | undefined {
  if (typeof value !== "string") return value ?? undefined;
  try {
    return parseLossless(value).value;
  } catch {
    return value;
  }
}

/** An object of the payload, or an empty one. */
export function objectAt(raw: JsonObject, key: string): JsonObject {
  const value = raw[key];
  return isObject(value) ? value : {};
}
