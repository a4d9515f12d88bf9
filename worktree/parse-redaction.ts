import { isObject, type Json, type JsonObject } from "../kit/json.ts";
import type { KnownValueSettings, Policy, PolicyPlace, RedactionSettings, UserRule } from "./redaction-settings.ts";

const DETECTORS = ["own", "secretlint"] as const;
const POLICIES = ["redact", "ask", "deny", "warn"] as const;
const PLACES = ["write", "shell", "tool", "output", "messages", "prompt"] as const;
/** Rules that one file may bring, and characters of a pattern. */
const MOST_RULES = 100;
const LONGEST = 1000;

/**
 * What the user's file says about secrets, over what holds without it.
 * @throws Error with a sentence where a value is of no use
 */
export function userRedaction(value: JsonObject, before: RedactionSettings): RedactionSettings {
  return {
    detectors: value["detectors"] === undefined ? before.detectors : detectorsOf(value["detectors"]),
    knownValues: value["knownValues"] === undefined ? before.knownValues : knownValuesOf(value["knownValues"]),
    rules: value["rules"] === undefined ? before.rules : rulesOf(value["rules"]),
    allow: value["allow"] === undefined ? before.allow : textsOf("allow", value["allow"]),
    trustedProjects:
      value["trustedProjects"] === "all"
        ? "all"
        : value["trustedProjects"] === undefined
          ? before.trustedProjects
          : textsOf("trustedProjects", value["trustedProjects"]),
    policy: { ...before.policy, ...(value["policy"] !== undefined && policyOf(value["policy"], POLICIES)) },
    restore: value["restore"] === undefined ? before.restore : flagOf("restore", value["restore"]),
  };
}

/**
 * What a project's file adds: another detector, rules, places of secrets, refusals. An agent can write that file, so
 * there is nothing in it that finds less or lets more through.
 * @throws Error with a sentence where a value is of no use, or would loosen
 */
export function projectRedaction(value: JsonObject, before: RedactionSettings): RedactionSettings {
  const added = value["knownValues"] === undefined ? undefined : knownValuesOf(value["knownValues"]);
  if (added === "off") throw new Error('"knownValues" can be switched off by the user alone');
  return {
    ...before,
    detectors:
      value["detectors"] === undefined
        ? before.detectors
        : [...new Set([...before.detectors, ...detectorsOf(value["detectors"])])],
    rules: value["rules"] === undefined ? before.rules : [...before.rules, ...rulesOf(value["rules"])],
    knownValues:
      added && before.knownValues !== "off"
        ? {
            ...before.knownValues,
            variables: [...before.knownValues.variables, ...added.variables],
            projectFiles: added.files,
          }
        : before.knownValues,
    policy: { ...before.policy, ...(value["policy"] !== undefined && policyOf(value["policy"], ["deny"])) },
  };
}

function detectorsOf(value: Json): RedactionSettings["detectors"] {
  const names = textsOf("detectors", value);
  const unknown = names.some((name) => !(DETECTORS as readonly string[]).includes(name));
  if (unknown || names.length === 0) throw new Error('"detectors" is not a list of "own" and "secretlint"');
  return [...new Set(names)] as RedactionSettings["detectors"];
}

function knownValuesOf(value: Json): KnownValueSettings | "off" {
  if (value === false) return "off";
  if (value === true) return { files: [], variables: [], projectFiles: [] };
  if (!isObject(value) || Object.keys(value).some((key) => key !== "files" && key !== "variables")) {
    throw new Error('"knownValues" is neither true nor false nor a mapping of "files" and "variables"');
  }
  const list = (key: string) =>
    value[key] === undefined ? [] : textsOf(`knownValues.${key}`, value[key]).slice(0, MOST_RULES);
  return { files: list("files"), variables: list("variables"), projectFiles: [] };
}

function rulesOf(value: Json): UserRule[] {
  if (!Array.isArray(value) || value.length > MOST_RULES)
    throw new Error(`"rules" is not a list of at most ${MOST_RULES}`);
  return value.map((rule, at) => {
    const { kind, pattern, ...rest } = isObject(rule) ? rule : ({} as JsonObject);
    if (typeof kind !== "string" || !/^[a-z0-9-]{1,40}$/.test(kind))
      throw new Error(`"rules[${at}].kind" is not a name of small letters, digits and dashes`);
    if (typeof pattern !== "string" || pattern === "" || pattern.length > LONGEST)
      throw new Error(`"rules[${at}].pattern" is not a pattern of at most ${LONGEST} characters`);
    if (Object.keys(rest).length > 0) throw new Error(`"rules[${at}]" has more than "kind" and "pattern"`);
    return { kind, pattern };
  });
}

function policyOf(value: Json, known: readonly Policy[]): Partial<Record<PolicyPlace, Policy>> {
  const places: readonly string[] = PLACES;
  if (!isObject(value) || Object.keys(value).some((place) => !places.includes(place)))
    throw new Error(`"policy" is not a mapping of ${PLACES.join(", ")}`);
  for (const [place, policy] of Object.entries(value)) {
    if (!(known as readonly Json[]).includes(policy))
      throw new Error(`"policy.${place}" is not ${known.map((one) => `"${one}"`).join(", ")}`);
  }
  return value as Partial<Record<PolicyPlace, Policy>>;
}

function textsOf(key: string, value: Json): string[] {
  if (!Array.isArray(value) || !value.every((item) => typeof item === "string" && item !== ""))
    throw new Error(`"${key}" is not a list of texts`);
  return value as string[];
}

function flagOf(key: string, value: Json): boolean {
  if (typeof value !== "boolean") throw new Error(`"${key}" is neither true nor false`);
  return value;
}
