import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { hintAt } from "../kit/nearest-name.ts";
import { plainName, printable } from "../kit/text.ts";

/** A JSON schema (draft 2020-12), limited to the keywords that the settings use. */
export interface Schema {
  readonly type?: "array" | "boolean" | "number" | "object" | "string";
  /**
   * The allowed values, as words that complete "it is …, and not". If absent, an error describes the values by the
   * other keywords.
   */
  readonly description?: string;
  readonly enum?: readonly (string | boolean)[];
  /** Only the first schema of the value's type is checked, so that an error can describe it. */
  readonly anyOf?: readonly Schema[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly minProperties?: number;
  /** The allowed keys of an object; only editors check it. */
  readonly propertyNames?: Schema;
  readonly required?: readonly string[];
  readonly additionalProperties?: false | Schema;
}

/**
 * Reports why a part of a setting is invalid.
 * @param at the path of the part below the setting: `.write`, `.deny[2]`
 */
export type Complain = (why: string, at?: string) => void;

/** The longest text that an error quotes, in characters. */
const QUOTED = 40;

/** The part of a value that a schema allows; `undefined` if no part is. Reports each invalid part. */
export function allowedPart(value: Json, schema: Schema, complain: Complain, at = ""): Json | undefined {
  const meant = schema.anyOf?.find((one) => hasType(value, one)) ?? schema;
  if (meant.anyOf || !fits(value, meant)) {
    const names = (meant.enum ?? []).filter((one) => typeof one === "string");
    const hint = typeof value === "string" ? hintAt(value, names) : "";
    complain(`it is ${shown(value)}, and not ${schema.description ?? describe(meant)}${hint}`, at);
    return undefined;
  }
  if (Array.isArray(value)) return allowedItems(value, meant, complain, at);
  return isObject(value) ? allowedProperties(value, meant, complain, at) : value;
}

function allowedItems(list: Json[], { items }: Schema, complain: Complain, at: string): Json[] {
  return list.flatMap((item, index) => allowedPart(item, items ?? {}, complain, `${at}[${index}]`) ?? []);
}

function allowedProperties(value: JsonObject, schema: Schema, complain: Complain, at: string): JsonObject | undefined {
  const { properties = {}, additionalProperties, required = [] } = schema;
  const kept = Object.entries(value).flatMap(([key, given]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : additionalProperties;
    const path = `${at}.${plainName(key)}`;
    if (own) {
      const part = allowedPart(given, own, complain, path);
      return part === undefined ? [] : [[key, part] as const];
    }
    complain(unknownKey(key, Object.keys(properties)), path);
    return [];
  });
  const part: JsonObject = Object.fromEntries(kept);
  const missing = required.filter((key) => !Object.hasOwn(value, key));
  for (const key of missing) complain(`it has no "${key}"`, at);
  return required.every((key) => Object.hasOwn(part, key)) ? part : undefined;
}

/** The error for an unknown key: it lists the known keys and suggests the most similar one. */
export function unknownKey(key: string, known: readonly string[]): string {
  return `there is no such key${hintAt(key, known)}; known: ${known.join(", ")}`;
}

function hasType(value: Json, { type, enum: known }: Schema): boolean {
  return type === undefined ? (known?.some((one) => typeof one === typeof value) ?? true) : type === typeOf(value);
}

function typeOf(value: Json): string {
  return Array.isArray(value) ? "array" : value === null ? "null" : typeof value;
}

function fits(value: Json, schema: Schema): boolean {
  if (!hasType(value, schema)) return false;
  if (schema.enum && !schema.enum.some((one) => one === value)) return false;
  if (typeof value === "number") {
    const { minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
    return value >= minimum && value <= maximum && value > exclusiveMinimum;
  }
  if (typeof value === "string") {
    const { minLength = 0, maxLength = Infinity, pattern } = schema;
    const isLong = value.length >= minLength && value.length <= maxLength;
    return isLong && (pattern === undefined || new RegExp(pattern, "u").test(value));
  }
  const { minItems = 0, maxItems = Infinity, minProperties = 0 } = schema;
  if (isObject(value)) return Object.keys(value).length >= minProperties;
  return !Array.isArray(value) || (value.length >= minItems && value.length <= maxItems);
}

/** The values that a schema allows, in words. */
function describe(schema: Schema): string {
  if (schema.description !== undefined) return schema.description;
  if (schema.anyOf) return schema.anyOf.map(describe).join(", or ");
  if (schema.enum) return orList(schema.enum.map((one) => JSON.stringify(one)));
  const { type, minimum, maximum, maxItems, properties } = schema;
  if (type === "boolean") return "true or false";
  if (type === "number") return `a number${minimum === undefined ? "" : ` from ${minimum} to ${maximum}`}`;
  if (type === "array") return `a list of ${maxItems === undefined ? "" : `at most ${maxItems} `}texts`;
  if (type === "object") return `a mapping of ${Object.keys(properties ?? {}).join(", ")}`;
  return schema.minLength ? "a text with something in it" : "a text";
}

function orList(names: readonly string[]): string {
  return [names.slice(0, -1).join(", "), names.at(-1)].filter((part) => part !== "").join(" or ");
}

/**
 * A value in words for an error. It quotes only short texts that cannot be secrets; of any other value it names the
 * type.
 */
export function shown(value: Json): string {
  if (Array.isArray(value)) return "a list";
  if (isObject(value)) return "a mapping";
  if (typeof value !== "string") return String(value);
  const isPlain =
    value.length <= QUOTED && /^[\w .,:;*?~/+-]*$/.test(value) && !/(?=\w*\d\w*[A-Za-z])\w{16,}/.test(value);
  return isPlain ? JSON.stringify(printable(value)) : `a text of ${value.length} characters`;
}
