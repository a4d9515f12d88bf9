import { isObject, type Json } from "../kit/json.ts";
import { CHECKPOINTS } from "./setting-schemas.ts";
import type { CheckpointSettings } from "./settings.ts";
import type { Complain } from "./value-schema.ts";

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

/**
 * The checkpoint settings of a file, sizes in bytes. A size that is out of its range as a text is reported, and the
 * size before it holds.
 */
export function checkpoints(value: Json, before: CheckpointSettings, complain: Complain): CheckpointSettings {
  if (!isObject(value)) return before;
  const given = Object.entries(value).flatMap(([key, one]) => {
    const [number, text] = CHECKPOINTS.properties?.[key]?.anyOf ?? [];
    if (number === undefined || text === undefined) return [[key, one] as const];
    const bytes = bytesOf(one);
    if (bytes >= number.minimum! && bytes <= number.maximum!) return [[key, bytes] as const];
    complain(`it is ${JSON.stringify(one)}, and not ${CHECKPOINTS.properties![key]!.description!}`, `.${key}`);
    return [];
  });
  return { ...before, ...Object.fromEntries(given) };
}

function bytesOf(value: Json): number {
  if (typeof value === "number") return Math.floor(value);
  const [, number = "", unit = "b"] = /^([\d.]+) ?([a-z]*)$/i.exec(String(value)) ?? [];
  return Math.floor(Number(number) * (UNITS[(unit || "b").toLowerCase()] ?? Number.NaN));
}
