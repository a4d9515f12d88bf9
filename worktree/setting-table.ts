import { isObject, type Json } from "../kit/json.ts";
import { isOlder } from "../kit/releases.ts";
import { checkpoints, keep } from "./checkpoint-settings.ts";
import { parsePlan } from "./parse-planned.ts";
import { planOf } from "./plan-schemas.ts";
import {
  CHECKPOINTS,
  DEADLINE,
  DETECTORS,
  FLAG,
  HOSTS,
  IGNORE_LINES,
  KEEP,
  KNOWN_VALUES_OF_PROJECT,
  KNOWN_VALUES_OF_USER,
  mapping,
  oneOfNames,
  PATTERNS,
  perPlace,
  RULES,
  TEAM,
  TEXTS,
} from "./setting-schemas.ts";
import {
  PERSONAL_KINDS,
  type KnownValueSettings,
  type PersonalKind,
  type RedactionSettings,
  type Settings,
  type SettingsFile,
} from "./settings.ts";
import type { Complain, Schema } from "./value-schema.ts";

/**
 * Returns the settings that a file's value changes. `value` is the part of the value that the schema allows, `before`
 * the settings of the files that were read before.
 * @throws Error with a message "it is …, and not …"
 */
type Apply = (value: Json, before: Settings, complain: Complain, source: SettingsFile) => Partial<Settings>;

/** The values of a setting in one kind of settings file, and their effect. */
interface Rule {
  readonly schema: Schema;
  /**
   * `apply` itself checks the value, so that one invalid entry does not invalidate the rest; the schema is for editors
   * only.
   */
  readonly isReadByItself?: true;
  readonly apply: Apply;
}

/** A setting. `docs/settings.md` is printed from its texts, `snapveil config --schema` from its schemas. */
interface Setting {
  readonly key: string;
  readonly values: string;
  /** The default in words, for the docs; absent: the value in `DEFAULT_SETTINGS` is printed. */
  readonly byDefault?: string;
  /**
   * The effect of the setting in a project's file, in words. A project's file may only add builtins and make settings
   * stricter, because an agent can write it.
   */
  readonly inProject?: string;
  readonly user: Rule;
  /** The rule for a project's file; absent if only the user's file may hold the setting. */
  readonly project?: Rule;
}

/** Every setting that a file may hold. */
export const SETTINGS: readonly Setting[] = [
  {
    key: "builtins",
    values:
      "for each event a list of builtins that run beside the [default profile](builtins.md)'s; one with arguments is " +
      'a list: `["add_recent_commits", "5"]`, one with more is a mapping, see below; the list of `"*"` is for ' +
      "every event",
    byDefault: "none",
    inProject: "adds up to 8 for an event, never with `on_failure` `allow`",
    user: {
      schema: planOf("user"),
      isReadByItself: true,
      apply: (value, _, complain, source) => {
        const { lists, replaced } = parsePlan(value, source, complain);
        return { builtins: lists, replaced };
      },
    },
    project: {
      schema: planOf("project"),
      isReadByItself: true,
      apply: (value, before, complain, source) => ({
        added: joined(before.added, parsePlan(value, source, complain).lists),
      }),
    },
  },
  {
    // A project's file may not hold this setting, because neither style is stricter than the other.
    key: "marker",
    values: '`"plain"` writes `[REDACTED]`, `"typed"` writes `[REDACTED:github-token]`',
    user: { schema: oneOfNames("plain", "typed"), apply: (value) => ({ marker: value as Settings["marker"] }) },
  },
  {
    key: "approvingRewrites",
    values: "`true`: change a call's arguments also where the agent then takes the call for approved (Codex)",
    byDefault: "`false`: deny such a call",
    user: { schema: FLAG, apply: (value) => ({ approvingRewrites: value === true }) },
  },
  {
    key: "strict",
    values: "`true`: stop the whole turn where a leak can be stopped in no other way",
    inProject: "can switch it on",
    user: { schema: FLAG, apply: (value) => ({ strict: value === true }) },
    project: { schema: FLAG, apply: (value, before) => ({ strict: value === true || before.strict }) },
  },
  {
    key: "deadline",
    values: "seconds from 1 to 15 after which a hook answers, see below",
    user: { schema: DEADLINE, apply: (value) => ({ deadline: Number(value) }) },
  },
  {
    key: "engine",
    values: '`"git"` or `"isomorphic-git"`: what records checkpoints',
    byDefault: "git where it is installed",
    user: {
      schema: oneOfNames("git", "isomorphic-git"),
      apply: (value) => ({ engine: value as NonNullable<Settings["engine"]> }),
    },
  },
  {
    key: "resident",
    values: "`false`: no process stays between two events; each event starts Node ([resident.md](resident.md))",
    byDefault: "`true`",
    user: { schema: FLAG, apply: (value) => ({ resident: value === true }) },
  },
  {
    key: "titles",
    values:
      "`false`: checkpoints keep neither the first line of the prompt nor the command or file of the call, only the " +
      "agent's name",
    byDefault: "`true`",
    user: { schema: FLAG, apply: (value) => ({ titles: value === true }) },
  },
  {
    key: "logRefusals",
    values: "`false`: keep no log of what was refused or taken out; `snapveil allow` then finds nothing to let pass",
    byDefault: "`true`",
    user: { schema: FLAG, apply: (value) => ({ logRefusals: value === true }) },
  },
  {
    key: "checkpoints",
    values:
      '`{ "newFileLimit", "growingFileLimit", "days", "budget", "exclude" }`: how large files may be, how long and ' +
      "how much is kept, and patterns of files that are not recorded, see below",
    byDefault: '`"2 MiB"`, `"32 MiB"`, `14`, `"2 GiB"`, none',
    user: {
      schema: CHECKPOINTS,
      apply: (value, before, complain) => ({ checkpoints: checkpoints(value, before.checkpoints, complain) }),
    },
  },
  {
    key: "keep",
    values:
      '`false`: keep no copies of ignored files; or the bounds `{ "fileLimit", "budget", "files", "exclude" }` of ' +
      "what is kept beside the checkpoints, see below",
    byDefault: '`"8 MiB"`, `"256 MiB"`, `5000`, none',
    user: {
      schema: { anyOf: [FLAG, KEEP] },
      apply: (value, before, complain) => ({
        checkpoints: { ...before.checkpoints, keep: keep(value, before.checkpoints, complain) },
      }),
    },
  },
  {
    key: "alsoRecord",
    values:
      'patterns of ignored files that are recorded and undone with the rest, 8 MiB each: `[".env", ' +
      '"data/*.sqlite"]`, ' +
      "see below",
    byDefault: "none",
    user: {
      schema: IGNORE_LINES,
      apply: (value, before) => ({ checkpoints: { ...before.checkpoints, alsoRecord: value as string[] } }),
    },
  },
  {
    key: "detectors",
    values:
      'a list of `"own"`, `"secretlint"` and `"pii"` (personal data), or of it `"pii:email,phone,card,iban,ssn"`: ' +
      "see [redaction.md](redaction.md#personal-data)",
    inProject: "adds",
    user: { schema: DETECTORS, apply: (value, before) => detectors(value, before, { detectors: [], personal: [] }) },
    project: {
      schema: DETECTORS,
      apply: (value, before) => detectors(value, before, before.redaction),
    },
  },
  {
    key: "knownValues",
    values: '`false`, or `{ "files": […], "variables": […] }`: where more of your own secrets stand',
    byDefault: "the usual places",
    inProject: "adds files inside the worktree, and variables",
    user: {
      schema: KNOWN_VALUES_OF_USER,
      apply: (value, before) => redaction(before, { knownValues: value === false ? "off" : knownValues(value) }),
    },
    project: {
      schema: KNOWN_VALUES_OF_PROJECT,
      apply: (value, before) => {
        const { files, variables } = knownValues(value);
        const own = before.redaction.knownValues;
        if (own === "off") return {};
        const projectFiles = [...own.projectFiles, ...files];
        return redaction(before, {
          knownValues: { ...own, variables: [...own.variables, ...variables], projectFiles },
        });
      },
    },
  },
  {
    key: "rules",
    values:
      'up to 100 `{ "kind", "pattern" }` in RE2\'s syntax, 1,000 characters each; ' +
      "repeats written out, a pattern may have 1,000 parts and all of them 5,000",
    byDefault: "none",
    inProject: "adds",
    user: { schema: RULES, apply: (value, before) => redaction(before, { rules: value as unknown as Rules }) },
    project: {
      schema: RULES,
      apply: (value, before) =>
        redaction(before, { rules: [...before.redaction.rules, ...(value as unknown as Rules)] }),
    },
  },
  {
    key: "allow",
    values: "lines as in `.snapveilignore`",
    byDefault: "none",
    user: { schema: TEXTS, apply: (value, before) => redaction(before, { allow: value as string[] }) },
  },
  {
    key: "trustedProjects",
    values: 'folders whose `.snapveilignore` counts in hooks, or `"all"`',
    byDefault: "none",
    user: {
      schema: { anyOf: [TEXTS, oneOfNames("all")], description: 'a list of folders, or "all"' },
      apply: (value, before) => redaction(before, { trustedProjects: value as RedactionSettings["trustedProjects"] }),
    },
  },
  {
    key: "policy",
    values:
      'for `write`, `shell`, `tool`, `output`, `messages` and `prompt`: `"redact"`, `"ask"`, `"deny"` or `"warn"`',
    byDefault: "`write` asks, the others redact",
    inProject: '`"deny"` only',
    user: { schema: perPlace(oneOfNames("redact", "ask", "deny", "warn")), apply: policy },
    project: { schema: perPlace(oneOfNames("deny")), apply: policy },
  },
  {
    key: "minConfidence",
    values:
      'for the same places `"high"`, `"medium"` or `"low"`: how sure it has to be that something is a secret, see ' +
      "[redaction.md](redaction.md#certain-and-uncertain-findings). `prompt` is for agents that take no new prompt, " +
      "`messages` for all others",
    byDefault: '`prompt` `"high"`, `output` and `messages` `"low"`, the others `"medium"`',
    inProject: "lowers",
    user: {
      schema: perPlace(oneOfNames("high", "medium", "low")),
      apply: (value, before) =>
        redaction(before, { minConfidence: { ...before.redaction.minConfidence, ...objectOf(value) } }),
    },
    project: { schema: perPlace(oneOfNames("high", "medium", "low")), apply: lowered },
  },
  {
    key: "restore",
    values: "`true`: put the real value in the place of a marker that a call would write",
    user: { schema: FLAG, apply: (value, before) => redaction(before, { restore: value === true }) },
  },
  {
    key: "destructive",
    values:
      '`{ "level", "deny", "ask", "allow" }`: a level of `"catastrophic"`, `"unrecorded"` or `"all"`, ' +
      "each of which stops more; the others are lists of names of rules, or of how commands begin: see " +
      "[builtins.md](builtins.md#block_destructive)",
    byDefault: "what the builtin's arguments say",
    inProject: 'adds to `"deny"` and `"ask"`, and can set `"all"`',
    user: {
      schema: mapping({
        level: oneOfNames("catastrophic", "unrecorded", "all"),
        deny: PATTERNS,
        ask: PATTERNS,
        allow: PATTERNS,
      }),
      apply: (value) => ({ destructive: { ...NO_DESTRUCTIVE, ...objectOf(value) } }),
    },
    project: {
      schema: mapping({ level: oneOfNames("all"), deny: PATTERNS, ask: PATTERNS }),
      apply: (value, { destructive: own }) => {
        const { deny, ask, level }: Settings["destructive"] = { ...NO_DESTRUCTIVE, ...objectOf(value) };
        const both = { ...own, deny: [...own.deny, ...deny], ask: [...own.ask, ...ask] };
        return { destructive: { ...both, ...(level && { level }) } };
      },
    },
  },
  {
    key: "httpPost",
    values:
      '`{ "allow": […] }`: hosts with a private address to which `http_post` and `http_policy` may send: see ' +
      "[builtins.md](builtins.md#http_post)",
    byDefault: "none",
    user: {
      schema: HOSTS,
      apply: (value) => {
        const { allow = [] } = objectOf(value) as { allow?: string[] };
        return { httpPost: { allow: allow.map((name) => name.toLowerCase().replace(/^\[|\]$/g, "")) } };
      },
    },
  },
  {
    key: "secretFiles",
    values:
      '`{ "deny", "allow" }`: globs of files that no agent may read, and of files that every agent may, whatever the ' +
      "list of secret files says: see [builtins.md](builtins.md#block_secret_files)",
    byDefault: "none",
    inProject: 'adds to `"deny"`',
    user: {
      schema: mapping({ deny: PATTERNS, allow: PATTERNS }),
      apply: (value) => ({ secretFiles: { deny: [], allow: [], ...objectOf(value) } }),
    },
    project: {
      schema: mapping({ deny: PATTERNS }),
      apply: (value, { secretFiles: own }) => {
        const { deny = [] } = objectOf(value) as { deny?: string[] };
        return { secretFiles: { ...own, deny: [...own.deny, ...deny] } };
      },
    },
  },
  {
    key: "team",
    values:
      '`{ "agents", "builtins", "release" }`: agents that must start snapveil, builtins that must run beside the ' +
      "guards and `snapshot`, the oldest release; `snapveil doctor --project` checks that, see [team.md](team.md)",
    byDefault: "none",
    inProject: "adds",
    user: { schema: TEAM, apply: team },
    project: { schema: TEAM, apply: team },
  },
];

type Rules = RedactionSettings["rules"];

const NO_DESTRUCTIVE: Settings["destructive"] = { deny: [], ask: [], allow: [] };

function objectOf(value: Json) {
  return isObject(value) ? value : {};
}

function redaction(before: Settings, change: Partial<RedactionSettings>): Partial<Settings> {
  return { redaction: { ...before.redaction, ...change } };
}

/**
 * Applies a list of detectors: `"pii"` finds all kinds of personal data, `"pii:email,phone"` some. Personal data is
 * searched in addition to secrets: if the list names no other detector, `own` runs, too.
 */
function detectors(
  value: Json,
  before: Settings,
  own: Pick<RedactionSettings, "detectors" | "personal">,
): Partial<Settings> {
  const named = value as string[];
  if (named.length === 0) return {};
  const chosen = [...own.detectors, ...(["own", "secretlint"] as const).filter((name) => named.includes(name))];
  const wished = named.filter((name) => name.startsWith("pii")).map((name) => name.slice("pii:".length));
  const isWished = (kind: PersonalKind) => wished.some((kinds) => kinds === "" || kinds.split(",").includes(kind));
  return redaction(before, {
    detectors: chosen.length > 0 ? [...new Set(chosen)] : ["own"],
    personal: PERSONAL_KINDS.filter((kind) => own.personal.includes(kind) || isWished(kind)),
  });
}

function knownValues(value: Json): KnownValueSettings {
  return { files: [], variables: [], ...objectOf(value), projectFiles: [] };
}

function policy(value: Json, before: Settings): Partial<Settings> {
  return redaction(before, { policy: { ...before.redaction.policy, ...objectOf(value) } });
}

const SUREST_LAST = ["low", "medium", "high"];

/**
 * A project's file can only lower the confidence from which a finding is redacted; a higher confidence is reported as a
 * problem.
 */
function lowered(value: Json, before: Settings, complain: Complain): Partial<Settings> {
  const own = before.redaction.minConfidence;
  const isLower = ([place, asked]: [string, Json]) => {
    const now = own[place as keyof typeof own];
    if (SUREST_LAST.indexOf(asked as string) <= SUREST_LAST.indexOf(now)) return true;
    complain(`it is "${now}" already, and a project can only lower it`, `.${place}`);
    return false;
  };
  const asked = Object.fromEntries(Object.entries(objectOf(value)).filter(isLower));
  return redaction(before, { minConfidence: { ...own, ...asked } });
}

/** Adds what a file asks to what outer files ask: of two releases the newer one counts. */
function team(value: Json, { team: own }: Settings): Partial<Settings> {
  const { agents = [], builtins = [], release } = objectOf(value) as Partial<Settings["team"]>;
  const releases = [own.release, release].filter((one) => one !== undefined);
  const newest = releases.reduce<string | undefined>((a, b) => (a === undefined || isOlder(a, b) ? b : a), undefined);
  return {
    team: {
      agents: [...new Set([...own.agents, ...agents])],
      builtins: [...new Set([...own.builtins, ...builtins])],
      ...(newest !== undefined && { release: newest }),
    },
  };
}

/** Joins the builtins that two projects' files add; the builtins of the outer folder's file come first. */
function joined(outer: Settings["added"], inner: Settings["added"]): Settings["added"] {
  const events = new Set([...Object.keys(outer), ...Object.keys(inner)]);
  return Object.fromEntries([...events].map((event) => [event, [...(outer[event] ?? []), ...(inner[event] ?? [])]]));
}
