import { EVENT_NAMES } from "../agents/codec/events.ts";
import { AGENT_NAMES } from "../agents/registry.ts";
import { FLAG, mapping, oneOfNames } from "./setting-schemas.ts";
import { ANY_EVENT, type PlannedBuiltin } from "./settings.ts";
import type { Schema } from "./value-schema.ts";

type Origin = PlannedBuiltin["origin"];

/** The most texts in one matcher. */
const MOST = 100;
const LONGEST_TEXT = 300;
/** The longest timeout of a builtin in seconds, equal to the longest deadline of a hook. */
const LONGEST = 15;
/**
 * The form of a path pattern. A pattern that can never match is refused, because a guard with such a pattern would be
 * off without notice.
 */
const PATH = String.raw`^(?!!|\s)(?!.*[{}])(?!(?:.*/)?\.\.?(?:/|$))(?!.*\s$).+$`;

const TEXT: Schema = { type: "string", minLength: 1, maxLength: LONGEST_TEXT };

function listOf(items: Schema): Schema {
  const description = `a list of 1 to ${MOST} texts of at most ${LONGEST_TEXT} characters`;
  return { type: "array", items, minItems: 1, maxItems: MOST, description };
}

const MATCHERS: Schema = {
  ...mapping({
    tools: listOf(TEXT),
    paths: listOf({
      ...TEXT,
      pattern: PATH,
      description: 'a path with *, ? and ** and without braces, "!", "." or ".." parts and blanks around it',
    }),
    agents: listOf({ enum: AGENT_NAMES, description: "an agent; see: snapveil agents" }),
    events: listOf(TEXT),
  }),
  minProperties: 1,
  description: "a mapping of at least one of tools, paths, agents and events",
};

const WORDS: Schema = {
  type: "array",
  items: { anyOf: [{ type: "string" }, { type: "number" }], description: "a text or a number" },
  description: "a list of texts",
};

/**
 * The schema of one entry: `"add_date"`, `["add_recent_commits", "5"]` or `{ "name": "add_recent_commits", "args":
 * ["5"], … }`.
 */
export const ENTRY: Readonly<Record<Origin, Schema>> = {
  user: entry(oneOfNames("allow", "ask", "deny")),
  project: entry({
    ...oneOfNames("ask", "deny"),
    description: '"ask" or "deny"; only your own settings may say "allow"',
  }),
};

function entry(onFailure: Schema): Schema {
  const whole: Schema = {
    ...mapping({
      name: TEXT,
      args: WORDS,
      matchers: MATCHERS,
      timeout: {
        type: "number",
        exclusiveMinimum: 0,
        maximum: LONGEST,
        description: `a number of seconds above 0 and up to ${LONGEST}`,
      },
      on_failure: onFailure,
    }),
    required: ["name"],
  };
  return {
    anyOf: [TEXT, { ...WORDS, minItems: 1 }, whole],
    description: 'a builtin\'s name, a list of it and its arguments, or a mapping with a "name"',
  };
}

/** The schema of the whole setting `builtins`, for editors only: `parsePlan` checks each entry with `ENTRY`. */
export function planOf(origin: Origin): Schema {
  const entries: Schema = { type: "array", items: ENTRY[origin] };
  const replace = origin === "user" ? { replace: FLAG } : {};
  const own = mapping({ ...replace, builtins: entries });
  return {
    type: "object",
    properties: replace,
    propertyNames: oneOfNames(...Object.keys(replace), ...EVENT_NAMES, ANY_EVENT),
    additionalProperties: { anyOf: [entries, { ...own, required: ["builtins"] }] },
  };
}
