import type { Json } from "../kit/json.ts";
import { checkpoints } from "./checkpoint-settings.ts";
import { parsePlan } from "./parse-planned.ts";
import {
  deadline,
  destructive,
  detectors,
  flag,
  hosts,
  knownValues,
  oneOf,
  policy,
  redaction,
  rules,
  secretFiles,
  texts,
} from "./setting-values.ts";
import type { Settings } from "./settings.ts";

/**
 * What a value makes of the settings before it. A part of it that is of no use is named to `complain`, and the rest
 * holds. @throws Error whose message says of the whole value what "it is not"
 */
type Apply = (value: Json, before: Settings, complain: (why: string) => void) => Partial<Settings>;

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
      "for each event a list of builtins that run beside the [default profile](builtins.md)'s; one with arguments is " +
      'a list: `["add_recent_commits", "5"]`, one with more is a mapping, see below; the list of `"*"` is for every event',
    byDefault: "none",
    inProject: "adds up to 8 for an event, never with `on_failure` `allow`",
    user: (value, _, complain) => {
      const { lists, replaced } = parsePlan(value, "user", complain);
      return { builtins: lists, replaced };
    },
    project: (value, before, complain) => {
      const { lists, replaced } = parsePlan(value, "project", complain);
      if (replaced.length > 0) complain('"replace" is yours alone: a project only adds');
      return { added: joined(before.added, lists) };
    },
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
    key: "titles",
    values:
      "`false`: checkpoints keep neither the first line of the prompt nor the command or file of the call, only the " +
      "agent's name",
    byDefault: "`true`",
    user: (value) => ({ titles: flag(value) }),
  },
  {
    key: "checkpoints",
    values:
      '`{ "newFileLimit", "growingFileLimit", "days", "budget", "exclude" }`: how large files may be, how long and how ' +
      "much is kept, and patterns of files that are not recorded, see below",
    byDefault: '`"2 MiB"`, `"32 MiB"`, `14`, `"2 GiB"`, none',
    user: (value, before, complain) => ({ checkpoints: checkpoints(value, before.checkpoints, complain) }),
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
      const both = {
        ...own,
        variables: [...own.variables, ...variables],
        projectFiles: [...own.projectFiles, ...files],
      };
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
      '`{ "level", "deny", "ask", "allow" }`: `"all"` asks about more than what nobody means; the others are lists ' +
      "of names of rules, or of how commands begin: see [builtins.md](builtins.md#block_destructive)",
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
    key: "httpPost",
    values:
      '`{ "allow": […] }`: hosts with a private address to which `http_post` may send: see ' +
      "[builtins.md](builtins.md#http_post)",
    byDefault: "none",
    user: (value) => ({ httpPost: { allow: hosts(value) } }),
  },
  {
    key: "secretFiles",
    values:
      '`{ "deny", "allow" }`: globs of files that no agent may read, and of files that every agent may, whatever the ' +
      "list of secret files says: see [builtins.md](builtins.md#block_secret_files)",
    byDefault: "none",
    inProject: 'adds to `"deny"`',
    user: (value) => ({ secretFiles: secretFiles(value, ["deny", "allow"]) }),
    project: (value, { secretFiles: own }) => ({
      secretFiles: { ...own, deny: [...own.deny, ...secretFiles(value, ["deny"]).deny] },
    }),
  },
];

/** What the file of an outer folder adds comes first. */
function joined(outer: Settings["added"], inner: Settings["added"]): Settings["added"] {
  const events = new Set([...Object.keys(outer), ...Object.keys(inner)]);
  return Object.fromEntries([...events].map((event) => [event, [...(outer[event] ?? []), ...(inner[event] ?? [])]]));
}
