import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import { isTexts, parsePlan } from "./parse-planned.ts";
import type { KnownValueSettings, Policy, RedactionSettings, Settings, UserRule } from "./settings.ts";

/** What a value makes of the settings before it. @throws Error whose message says of the value what "it is not" */
type Apply = (value: Json, before: Settings) => Partial<Settings>;

/** One setting. docs/settings.md is printed from the four texts. */
interface Setting {
  readonly key: string;
  readonly values: string;
  /** Absent where DEFAULT_SETTINGS says it as briefly. */
  readonly byDefault?: string;
  /** What a project's file may do with it: it can add and tighten, never loosen, since an agent can write that file. */
  readonly inProject?: string;
  readonly user: Apply;
  /** Absent where it is the user's choice alone. */
  readonly project?: Apply;
}

/** Every setting that a file may hold. */
export const SETTINGS: readonly Setting[] = [
  {
    key: "builtins",
    values:
      'for each event a list of builtins; one with arguments is a list: `["add_recent_commits", "5"]`, one with more ' +
      "is a mapping, see below",
    byDefault: "the [default profile](builtins.md)",
    inProject: "adds up to 8 for an event, never with `on_failure` `allow`",
    user: (value) => ({ builtins: parsePlan(value, "user") }),
    project: (value) => ({ added: parsePlan(value, "project") }),
  },
  {
    // Neither style is stricter, and a project has no say in what the user reads.
    key: "marker",
    values: '`"plain"` writes `[REDACTED]`, `"typed"` writes `[REDACTED:github-token]`',
    user: (value) => ({ marker: oneOf(value, ["plain", "typed"]) }),
  },
  {
    key: "approvingRewrites",
    values: "`true`: change a call's arguments also where the agent then takes the call for approved (Codex, Droid)",
    byDefault: "`false`: deny such a call",
    user: (value) => ({ approvingRewrites: flag(value) }),
  },
  {
    key: "strict",
    values: "`true`: stop the whole turn where a leak can be stopped in no other way",
    inProject: "can switch it on",
    user: (value) => ({ strict: flag(value) }),
    project: (value, before) => ({ strict: flag(value) || before.strict }),
  },
  {
    key: "deadline",
    values: "seconds from 1 to 15 after which a hook answers, see below",
    user: (value) => ({ deadline: deadline(value) }),
  },
  {
    key: "engine",
    values: '`"git"` or `"isomorphic-git"`: what records checkpoints',
    byDefault: "git where it is installed",
    user: (value) => ({ engine: oneOf(value, ["git", "isomorphic-git"]) }),
  },
  {
    key: "detectors",
    values: 'a list of `"own"` and `"secretlint"`',
    inProject: "adds",
    user: (value, before) => redaction(before, { detectors: detectors(value) }),
    project: (value, before) =>
      redaction(before, { detectors: [...new Set([...before.redaction.detectors, ...detectors(value)])] }),
  },
  {
    key: "knownValues",
    values: '`false`, or `{ "files": […], "variables": […] }`: where more of your own secrets stand',
    byDefault: "the usual places",
    inProject: "adds files inside the worktree, and variables",
    user: (value, before) => redaction(before, { knownValues: value === false ? "off" : knownValues(value) }),
    project: (value, before) => {
      const { files, variables } = knownValues(value);
      const own = before.redaction.knownValues;
      if (own === "off") return {};
      const both = { ...own, variables: [...own.variables, ...variables], projectFiles: files };
      return redaction(before, { knownValues: both });
    },
  },
  {
    key: "rules",
    values:
      'up to 100 `{ "kind", "pattern" }` in RE2\'s syntax, 1,000 characters each; ' +
      "repeats written out, a pattern may have 1,000 parts and all of them 5,000",
    byDefault: "none",
    inProject: "adds",
    user: (value, before) => redaction(before, { rules: rules(value) }),
    project: (value, before) => redaction(before, { rules: [...before.redaction.rules, ...rules(value)] }),
  },
  {
    key: "allow",
    values: "lines as in `.snapveilignore`",
    byDefault: "none",
    user: (value, before) => redaction(before, { allow: texts(value) }),
  },
  {
    key: "trustedProjects",
    values: 'folders whose `.snapveilignore` counts in hooks, or `"all"`',
    byDefault: "none",
    user: (value, before) => redaction(before, { trustedProjects: value === "all" ? value : texts(value) }),
  },
  {
    key: "policy",
    values:
      'for `write`, `shell`, `tool`, `output`, `messages` and `prompt`: `"redact"`, `"ask"`, `"deny"` or `"warn"`',
    byDefault: "`write` asks, the others redact",
    inProject: '`"deny"` only',
    user: (value, before) => policy(value, before, ["redact", "ask", "deny", "warn"]),
    project: (value, before) => policy(value, before, ["deny"]),
  },
  {
    key: "restore",
    values: "`true`: put the real value in the place of a marker that a call would write",
    user: (value, before) => redaction(before, { restore: flag(value) }),
  },
  {
    key: "destructive",
    values:
      '`{ "level", "deny", "ask", "allow" }`: `"all"` asks about more than what nobody means; the others are lists of ' +
      "names of rules, or of how commands begin: see [builtins.md](builtins.md#block_destructive)",
    byDefault: "what the builtin's arguments say",
    inProject: 'adds to `"deny"` and `"ask"`, and can set `"all"`',
    user: (value) => ({ destructive: destructive(value, ["level", "deny", "ask", "allow"], ["catastrophic", "all"]) }),
    project: (value, before) => {
      const own = before.destructive;
      const { deny, ask, level = own.level } = destructive(value, ["level", "deny", "ask"], ["all"]);
      const both = { ...own, deny: [...own.deny, ...deny], ask: [...own.ask, ...ask] };
      return { destructive: { ...both, ...(level && { level }) } };
    },
  },
  {
    key: "secretFiles",
    values:
      '`{ "deny", "allow" }`: globs of files that may not be read, or may, beside what the list of secret files says: see ' +
      "[builtins.md](builtins.md#block_secret_files)",
    byDefault: "none",
    inProject: 'adds to `"deny"`',
    user: (value) => ({ secretFiles: secretFiles(value, ["deny", "allow"]) }),
    project: (value, { secretFiles: own }) => ({
      secretFiles: { ...own, deny: [...own.deny, ...secretFiles(value, ["deny"]).deny] },
    }),
  },
];

function secretFiles(value: Json, keys: readonly string[]): Settings["secretFiles"] {
  const { deny = [], allow = [] } = mapping(value, keys);
  return { deny: patterns(deny), allow: patterns(allow) };
}

function destructive(
  value: Json,
  keys: readonly string[],
  levels: readonly ("catastrophic" | "all")[],
): Settings["destructive"] {
  const { level, deny = [], ask = [], allow = [] } = mapping(value, keys);
  const lists = { deny: patterns(deny), ask: patterns(ask), allow: patterns(allow) };
  return { ...lists, ...(level !== undefined && { level: oneOf(level, levels) }) };
}

function mapping(value: Json, keys: readonly string[]): JsonObject {
  if (!isObject(value) || Object.keys(value).some((key) => !keys.includes(key)))
    throw new Error(`it is not a mapping of ${keys.map((key) => `"${key}"`).join(", ")}`);
  return value;
}

function patterns(value: Json): string[] {
  const list = texts(value);
  if (list.length > MOST || list.some((text) => text.length > 200))
    throw new Error(`one of its lists has more than ${MOST} patterns, or a pattern of more than 200 characters`);
  return list;
}

function redaction(before: Settings, change: Partial<RedactionSettings>): Partial<Settings> {
  return { redaction: { ...before.redaction, ...change } };
}

/** Below what `install` registers: an agent that stops waiting lets the event go on. */
const [SHORTEST, LONGEST] = [1, 15] as const;

function deadline(value: Json): number {
  if (typeof value === "number" && value >= SHORTEST && value <= LONGEST) return value;
  throw new Error(`it is not a number of seconds from ${SHORTEST} to ${LONGEST}`);
}

function detectors(value: Json): RedactionSettings["detectors"] {
  const names = texts(value).map((name) => oneOf(name, ["own", "secretlint"]));
  if (names.length === 0) throw new Error('it names neither "own" nor "secretlint"');
  return [...new Set(names)];
}

/** Rules, and names of each kind, that one file may bring. */
const MOST = 100;

function knownValues(value: Json): KnownValueSettings {
  const { files = [], variables = [], ...rest } = isObject(value) ? value : {};
  if ((value !== true && !isObject(value)) || Object.keys(rest).length > 0)
    throw new Error('it is not a mapping of "files" and "variables"; it is switched off by the user alone, with false');
  return { files: texts(files).slice(0, MOST), variables: texts(variables).slice(0, MOST), projectFiles: [] };
}

function rules(value: Json): UserRule[] {
  if (!Array.isArray(value) || value.length > MOST) throw new Error(`it is not a list of at most ${MOST}`);
  return value.map((rule, at) => {
    const { kind, pattern, ...rest } = isObject(rule) ? rule : ({} as JsonObject);
    if (typeof kind !== "string" || !/^[a-z0-9-]{1,40}$/.test(kind))
      throw new Error(`"kind" of number ${at + 1} is not a name of small letters, digits and dashes`);
    if (typeof pattern !== "string" || pattern === "" || pattern.length > 1000)
      throw new Error(`"pattern" of number ${at + 1} is not a pattern of at most 1,000 characters`);
    if (Object.keys(rest).length > 0) throw new Error(`number ${at + 1} has more than "kind" and "pattern"`);
    return { kind, pattern };
  });
}

function policy(value: Json, before: Settings, known: readonly Policy[]): Partial<Settings> {
  const own = before.redaction.policy;
  if (!isObject(value) || Object.keys(value).some((place) => !Object.hasOwn(own, place)))
    throw new Error(`it is not a mapping of ${Object.keys(own).join(", ")}`);
  const given = Object.entries(value).map(([place, name]) => [place, oneOf(name, known)]);
  return redaction(before, { policy: { ...own, ...Object.fromEntries(given) } });
}

function oneOf<const T extends string>(value: Json, known: readonly T[]): T {
  const found = known.find((one) => one === value);
  if (found === undefined) throw new Error(`it is not ${known.map((one) => `"${one}"`).join(" or ")}`);
  return found;
}

function flag(value: Json): boolean {
  if (typeof value !== "boolean") throw new Error("it is neither true nor false");
  return value;
}

function texts(value: Json): string[] {
  if (!Array.isArray(value) || !isTexts(value) || value.includes("")) throw new Error("it is not a list of texts");
  return value;
}
