import { parsePlan } from "../parse-planned.ts";
import { planOf } from "../plan-schemas.ts";
import { DEADLINE, FLAG, oneOfNames } from "../setting-schemas.ts";
import type { Settings } from "../settings.ts";
import type { Setting } from "./setting-row.ts";

/** Settings of every hook: its builtins, its deadline, and what is noted beside its work. */
export const GENERAL_SETTINGS: readonly Setting[] = [
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
];

/** Joins the builtins that two projects' files add; the builtins of the outer folder's file come first. */
function joined(outer: Settings["added"], inner: Settings["added"]): Settings["added"] {
  const events = new Set([...Object.keys(outer), ...Object.keys(inner)]);
  return Object.fromEntries([...events].map((event) => [event, [...(outer[event] ?? []), ...(inner[event] ?? [])]]));
}
