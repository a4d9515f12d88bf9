import { PERSONAL_KINDS } from "./settings.ts";
import type { Schema } from "./value-schema.ts";

/** The most rules, patterns or names in one list of a settings file. */
const MOST = 100;

export const FLAG: Schema = { type: "boolean" };

export const TEXTS: Schema = { type: "array", items: { type: "string", minLength: 1 } };

export function oneOfNames(...names: readonly string[]): Schema {
  return { enum: names };
}

/** The schema of an object that may have only these keys. */
export function mapping(properties: Readonly<Record<string, Schema>>): Schema {
  return { type: "object", properties, additionalProperties: false };
}

export const PATTERNS: Schema = {
  type: "array",
  items: { type: "string", minLength: 1, maxLength: 200, description: "a pattern of 1 to 200 characters" },
  maxItems: MOST,
  description: `a list of at most ${MOST} patterns`,
};

/**
 * Seconds after which a hook answers. The maximum is less than the timeout that `install` registers, because after that
 * timeout an agent lets the event go on.
 */
export const DEADLINE: Schema = {
  type: "number",
  minimum: 1,
  maximum: 15,
  description: "a number of seconds from 1 to 15",
};

const PERSONAL = PERSONAL_KINDS.join("|");

export const DETECTORS: Schema = {
  type: "array",
  items: {
    type: "string",
    pattern: `^(?:own|secretlint|pii(?::(?:${PERSONAL})(?:,(?:${PERSONAL}))*)?)$`,
    description: `"own", "secretlint", "pii", or "pii:" and some of ${PERSONAL_KINDS.join(", ")} with commas between`,
  },
  minItems: 1,
  description: 'a list of "own", "secretlint" and "pii", with at least one of them',
};

const KNOWN_VALUES = mapping({ files: { ...TEXTS, maxItems: MOST }, variables: { ...TEXTS, maxItems: MOST } });

/** The user's `knownValues`: only the user can switch the search for known values off. */
export const KNOWN_VALUES_OF_USER: Schema = {
  anyOf: [{ enum: [true, false] }, KNOWN_VALUES],
  description: 'true, false, or a mapping of "files" and "variables"',
};
export const KNOWN_VALUES_OF_PROJECT: Schema = {
  anyOf: [{ enum: [true] }, KNOWN_VALUES],
  description: 'a mapping of "files" and "variables"; only you can switch them off',
};

export const RULES: Schema = {
  type: "array",
  items: {
    ...mapping({
      kind: {
        type: "string",
        pattern: "^[a-z0-9-]{1,40}$",
        description: "a name of small letters, digits and dashes",
      },
      pattern: { type: "string", minLength: 1, maxLength: 1000, description: "a pattern of at most 1,000 characters" },
    }),
    required: ["kind", "pattern"],
    description: 'a mapping of "kind" and "pattern"',
  },
  maxItems: MOST,
  description: `a list of at most ${MOST} mappings of "kind" and "pattern"`,
};

/**
 * The schema of an object with a value for each kind of text: `write`, `shell`, `tool`, `output`, `messages`, `prompt`.
 */
export function perPlace(value: Schema): Schema {
  const places = ["write", "shell", "tool", "output", "messages", "prompt"];
  return mapping(Object.fromEntries(places.map((place) => [place, value])));
}

const NAMES: Schema = {
  type: "array",
  items: { type: "string", pattern: "^[a-z][a-z0-9_-]{0,39}$", description: "a name" },
  maxItems: MOST,
  description: `a list of at most ${MOST} names`,
};

export const TEAM: Schema = mapping({
  agents: NAMES,
  builtins: NAMES,
  release: { type: "string", pattern: "^\\d{1,6}(?:\\.\\d{1,6}){2}$", description: 'a release like "1.2.0"' },
});

/** A host: a name, an IPv4 or an IPv6 address. */
const HOST = "^(?:[\\w.\\-]+|\\[?[\\dA-Fa-f.]*(?::[\\dA-Fa-f.]*){2,}\\]?)$";

export const HOSTS: Schema = mapping({
  allow: {
    type: "array",
    items: { type: "string", pattern: HOST, description: "a host, without scheme and port" },
    description: "a list of hosts, without scheme and port",
  },
});

/** The schema of a size: a number of bytes, or a text such as "32 MiB" or "32 MB" (1,000² bytes). */
function size(minimum: number, maximum: number, range: string): Schema {
  return {
    anyOf: [
      { type: "number", minimum, maximum },
      { type: "string", pattern: "^\\d{1,15}(?:\\.\\d{1,6})? ?(?:[Bb]|[KkMmGgTt][Ii]?[Bb])?$" },
    ],
    description: `a size of ${range}, as a number of bytes or a text like "32 MiB"`,
  };
}

const LARGEST_FILE = 1024 ** 4;
/** The smallest budget of a shadow repository in bytes: a smaller budget may be too small for one turn. */
const SMALLEST_BUDGET = 64 * 1024;
const MOST_DAYS = 3650;

/** A list of patterns as in `.gitignore`. */
export const IGNORE_LINES: Schema = {
  type: "array",
  // A pattern with a line break would become two patterns.
  items: {
    type: "string",
    maxLength: 200,
    pattern: "^[^\\n\\r\\u0000]*[^\\s\\u0000][^\\n\\r\\u0000]*$",
    description: "a pattern on one line, of 1 to 200 characters",
  },
  maxItems: MOST,
  description: `a list of at most ${MOST} patterns as in .gitignore, of at most 200 characters each`,
};

/**
 * The highest value of `keep.files`, the number of ignored files in the store. It is limited because each file is
 * examined at every call that may write.
 */
const MOST_KEPT = 100_000;

export const CHECKPOINTS: Schema = mapping({
  newFileLimit: size(0, LARGEST_FILE, "0 to 1 TiB"),
  growingFileLimit: size(0, LARGEST_FILE, "0 to 1 TiB"),
  days: { type: "number", minimum: 1, maximum: MOST_DAYS, description: `a number of days from 1 to ${MOST_DAYS}` },
  budget: size(SMALLEST_BUDGET, Number.MAX_SAFE_INTEGER, "at least 64 KiB"),
  exclude: IGNORE_LINES,
});

/** The limits of the store of ignored files. */
export const KEEP: Schema = mapping({
  fileLimit: size(0, LARGEST_FILE, "0 to 1 TiB"),
  budget: size(0, Number.MAX_SAFE_INTEGER, "0 bytes or more"),
  files: { type: "number", minimum: 0, maximum: MOST_KEPT, description: `a number of files from 0 to ${MOST_KEPT}` },
  exclude: IGNORE_LINES,
});
