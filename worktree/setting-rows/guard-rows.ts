import { HOSTS, mapping, oneOfNames, PATTERNS } from "../setting-schemas.ts";
import type { Settings } from "../settings.ts";
import { objectOf, type Setting } from "./setting-row.ts";

/** Settings of the guards: what is refused, asked about or let pass. */
export const GUARD_SETTINGS: readonly Setting[] = [
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
];

const NO_DESTRUCTIVE: Settings["destructive"] = { deny: [], ask: [], allow: [] };
