import { isObject, type Json } from "../kit/json.ts";
import { CHECKPOINTS, KEEP } from "./setting-schemas.ts";
import { DEFAULT_SETTINGS, type CheckpointSettings } from "./settings.ts";
import type { Complain, Schema } from "./value-schema.ts";

/** Bytes of a unit; thousands if it has no `i`, as disks are sold. */
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

/** The checkpoint settings of a file. */
export function checkpoints(value: Json, before: CheckpointSettings, complain: Complain): CheckpointSettings {
  return withSizes(value, CHECKPOINTS, before, complain);
}

/** The setting `keep` of a file: a flag, or the bounds. */
export function keep(
  value: Json,
  { keep: before }: CheckpointSettings,
  complain: Complain,
): CheckpointSettings["keep"] {
  if (value === false) return false;
  return withSizes(value, KEEP, before || DEFAULT_SETTINGS.checkpoints.keep, complain);
}

/** The properties of a mapping, sizes in bytes. A size out of its range is reported, and the size before it holds. */
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
