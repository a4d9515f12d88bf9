import type { Json } from "../../kit/json.ts";
import {
  DETECTORS,
  FLAG,
  KNOWN_VALUES_OF_PROJECT,
  KNOWN_VALUES_OF_USER,
  oneOfNames,
  perPlace,
  RULES,
  TEXTS,
} from "../setting-schemas.ts";
import {
  PERSONAL_KINDS,
  type KnownValueSettings,
  type PersonalKind,
  type RedactionSettings,
  type Settings,
} from "../settings.ts";
import type { Complain } from "../value-schema.ts";
import { objectOf, type Setting } from "./setting-row.ts";

/** Settings of the search for secrets and of the reaction to findings. */
export const REDACTION_SETTINGS: readonly Setting[] = [
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
];

type Rules = RedactionSettings["rules"];

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
