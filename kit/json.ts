import type { Json, JsonObject } from "./json-value.ts";
import { isLosslessNumber, losslessDigits } from "./lossless-json.ts";

export type { Json, JsonObject };

/** True for a JSON object: not null, not a list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value where it is a string, otherwise `undefined`: null, a number or a list count as missing. */
export function asString(value: unknown): string | undefined {
  return typeof value === "string" && !isLosslessNumber(value) ? value : undefined;
}

/** The value where it is a finite number, otherwise `undefined`. */
export function asNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && isLosslessNumber(value) ? Number(losslessDigits(value)) : value;
  return typeof number === "number" && Number.isFinite(number) ? number : undefined;
}

/** What a text says as JSON; `undefined` where it is none. Numbers are JavaScript's, see kit/lossless-json.ts. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
