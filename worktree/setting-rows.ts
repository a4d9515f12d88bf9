/** One setting, as docs/settings.md shows it. */
interface SettingRow {
  readonly key: string;
  readonly values: string;
  readonly byDefault: string;
  /** What a project's file may do with it: it can add and tighten, never loosen. `undefined`: nothing. */
  readonly inProject?: string;
}

/** Every setting that a file may hold. docs/settings.md is printed from this table. */
export const SETTING_ROWS: readonly SettingRow[] = [
  {
    key: "builtins",
    values: 'for each event a list of builtins; one with arguments is a list: `["add_recent_commits", "5"]`',
    byDefault: "the [default profile](builtins.md)",
    inProject: "adds up to 8 for an event",
  },
  {
    key: "marker",
    values: '`"plain"` writes `[REDACTED]`, `"typed"` writes `[REDACTED:github-token]`',
    byDefault: '`"plain"`',
  },
  {
    key: "approvingRewrites",
    values: "`true`: change a call's arguments also where the agent then takes the call for approved (Codex, Droid)",
    byDefault: "`false`: deny such a call",
  },
  {
    key: "strict",
    values: "`true`: stop the whole turn where a leak can be stopped in no other way",
    byDefault: "`false`",
    inProject: "can switch it on",
  },
  {
    key: "deadline",
    values: "seconds from 1 to 15 after which a hook answers, see below",
    byDefault: "`12`",
  },
  {
    key: "engine",
    values: '`"git"` or `"isomorphic-git"`: what records checkpoints',
    byDefault: "git where it is installed",
  },
  { key: "detectors", values: 'a list of `"own"` and `"secretlint"`', byDefault: '`["own"]`', inProject: "adds" },
  {
    key: "knownValues",
    values: '`false`, or `{ "files": […], "variables": […] }`: where more of your own secrets stand',
    byDefault: "the usual places",
    inProject: "adds files inside the worktree, and variables",
  },
  {
    key: "rules",
    values:
      'up to 100 `{ "kind", "pattern" }` in RE2\'s syntax, 1,000 characters each; ' +
      "repeats written out, a pattern may have 1,000 parts and all of them 5,000",
    byDefault: "none",
    inProject: "adds",
  },
  { key: "allow", values: "lines as in `.snapveilignore`", byDefault: "none" },
  {
    key: "trustedProjects",
    values: 'folders whose `.snapveilignore` counts in hooks, or `"all"`',
    byDefault: "none",
  },
  {
    key: "policy",
    values:
      'for `write`, `shell`, `tool`, `output`, `messages` and `prompt`: `"redact"`, `"ask"`, `"deny"` or `"warn"`',
    byDefault: "`write` asks, the others redact",
    inProject: '`"deny"` only',
  },
  {
    key: "restore",
    values: "`true`: put the real value in the place of a marker that a call would write",
    byDefault: "`false`",
  },
];
