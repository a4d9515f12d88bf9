import { isObject, type Json } from "../kit/json.ts";
import { CHECKPOINTS, KEEP } from "./setting-schemas.ts";
import type { CheckpointSettings } from "./settings.ts";
import { DEFAULT_SETTINGS } from "./default-settings.ts";
import type { Complain, Schema } from "./value-schema.ts";

/** Unit → bytes. As on the labels of disks, `kb` is 1,000 and `kib` is 1,024. */
const UNITS: Readonly<Record<string, number>> = {
  b: 1,
  kib: 1024,
  mib: 1024 ** 2,
  gib: 1024 ** 3,
  tib: 1024 ** 4,
  kb: 1000,
  mb: 1000 ** 2,
  gb: 1000 ** 3,
  tb: 1000 ** 4,
};

/** Applies a file's `checkpoints` setting to the values of the files that were read before. */
export function checkpoints(value: Json, before: CheckpointSettings, complain: Complain): CheckpointSettings {
  return withSizes(value, CHECKPOINTS, before, complain);
}

/**
 * Applies a file's `keep` setting to the values of the files that were read before. `false` switches the store of
 * ignored files off, a mapping sets its limits.
 */
export function keep(
  value: Json,
  { keep: before }: CheckpointSettings,
  complain: Complain,
): CheckpointSettings["keep"] {
  if (value === false) return false;
  return withSizes(value, KEEP, before || DEFAULT_SETTINGS.checkpoints.keep, complain);
}

/**
 * Applies a mapping to the values of the files that were read before, and converts sizes to bytes. A size out of its
 * range is reported, and the earlier value stays.
 */
function withSizes<Settings extends object | false>(
  value: Json,
  schema: Schema,
  before: Settings,
  complain: Complain,
): Settings {
  if (!isObject(value)) return before;
  const given = Object.entries(value).flatMap(([key, one]) => {
    const [number, text] = schema.properties?.[key]?.anyOf ?? [];
    if (number === undefined || text === undefined) return [[key, one] as const];
    const bytes = bytesOf(one);
    if (bytes >= number.minimum! && bytes <= number.maximum!) return [[key, bytes] as const];
    complain(`it is ${JSON.stringify(one)}, and not ${schema.properties![key]!.description!}`, `.${key}`);
    return [];
  });
  return { ...before, ...Object.fromEntries(given) };
}

function bytesOf(value: Json): number {
  if (typeof value === "number") return Math.floor(value);
  const [, number = "", unit = "b"] = /^([\d.]+) ?([a-z]*)$/i.exec(String(value)) ?? [];
  return Math.floor(Number(number) * (UNITS[(unit || "b").toLowerCase()] ?? Number.NaN));
}
