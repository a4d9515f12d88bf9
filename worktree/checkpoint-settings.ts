import { isObject, type Json } from "../kit/json.ts";
import { plainName, printable } from "../kit/text.ts";
import { isTexts } from "./parse-planned.ts";
import type { CheckpointSettings } from "./settings.ts";

/** Bytes of a unit; thousands where it has no `i`, as disks are sold. */
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

const LARGEST_FILE = 1024 ** 4;
/** Below, what one turn records may already be too much. */
const SMALLEST_BUDGET = 64 * 1024;
const MOST_DAYS = 3650;
/** Patterns, and characters of one. */
const [MOST, LONGEST] = [100, 200] as const;

/** How the value of each key is read, and what it may be; `undefined` where it is not that. */
const READERS: {
  readonly [Key in keyof CheckpointSettings]: {
    readonly allowed: string;
    read(value: Json): CheckpointSettings[Key] | undefined;
  };
} = {
  newFileLimit: sizes(0, LARGEST_FILE, "0 to 1 TiB"),
  growingFileLimit: sizes(0, LARGEST_FILE, "0 to 1 TiB"),
  days: {
    allowed: `a number of days from 1 to ${MOST_DAYS}`,
    read: (value) => (typeof value === "number" && value >= 1 && value <= MOST_DAYS ? value : undefined),
  },
  budget: sizes(SMALLEST_BUDGET, Number.MAX_SAFE_INTEGER, "at least 64 KiB"),
  exclude: {
    allowed: `a list of at most ${MOST} patterns as in .gitignore, of at most ${LONGEST} characters each`,
    read: (value) =>
      Array.isArray(value) && value.length <= MOST && isTexts(value) && value.every(isPattern) ? value : undefined,
  },
};

/** What a file says of checkpoints. A key that is of no use is named, and keeps the value that it had. */
export function checkpoints(
  value: Json,
  before: CheckpointSettings,
  complain: (why: string) => void,
): CheckpointSettings {
  const known = Object.keys(READERS).join(", ");
  if (!isObject(value)) throw new Error(`it is ${shown(value)}, and not a mapping of ${known}`);
  const settings: Record<string, unknown> = { ...before };
  for (const [key, given] of Object.entries(value)) {
    if (!Object.hasOwn(READERS, key)) {
      complain(`it has "${plainName(key)}"; known: ${known}`);
      continue;
    }
    const { allowed, read } = READERS[key as keyof CheckpointSettings];
    const found = read(given);
    if (found === undefined) complain(`its "${key}" is ${shown(given)}, and not ${allowed}; the rest of it holds`);
    else settings[key] = found;
  }
  return settings as unknown as CheckpointSettings;
}

function sizes(least: number, most: number, range: string) {
  return {
    allowed: `a size of ${range}, as a number of bytes or a text like "32 MiB"`,
    read(value: Json): number | undefined {
      const bytes = bytesOf(value);
      return bytes !== undefined && bytes >= least && bytes <= most ? bytes : undefined;
    },
  };
}

function bytesOf(value: Json): number | undefined {
  if (typeof value === "number") return Math.floor(value);
  const [, number, unit = "b"] =
    (typeof value === "string" && /^(\d{1,15}(?:\.\d{1,6})?) ?([a-z]{1,3})?$/i.exec(value)) || [];
  const factor = Object.hasOwn(UNITS, unit.toLowerCase()) ? UNITS[unit.toLowerCase()] : undefined;
  return number === undefined || factor === undefined ? undefined : Math.floor(Number(number) * factor);
}

/** A line break would make two of one. */
function isPattern(text: string): boolean {
  return text.trim() !== "" && text.length <= LONGEST && !/[\n\r\0]/.test(text);
}

function shown(value: Json): string {
  const text = printable(JSON.stringify(value));
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
