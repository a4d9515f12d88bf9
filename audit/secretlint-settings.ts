import { join } from "node:path";

import { isObject } from "../kit/json.ts";
import {
  DEFAULT_SECRETLINT,
  SECRETLINT_RULES,
  type SecretlintRuleSettings,
  type SecretlintSettings,
} from "../redactors/secretlint/secretlint.ts";
import { readText } from "./read-text.ts";

export interface ReadSecretlint {
  readonly settings: SecretlintSettings;
  /** What of the file could not be taken over, as sentences. */
  readonly warnings: readonly string[];
}

/**
 * File name → parser of a secretlint configuration, loaded only where there is one. The program forms (`.js`) are not
 * run.
 */
const FILES = {
  ".secretlintrc.json": async () => (await import("jsonc-parser")).parse,
  ".secretlintrc": async () => (await import("yaml")).parse,
  ".secretlintrc.yaml": async () => (await import("yaml")).parse,
  ".secretlintrc.yml": async () => (await import("yaml")).parse,
} as const satisfies Record<string, () => Promise<(text: string) => unknown>>;

const PRESET = "@secretlint/secretlint-rule-preset-recommend";

/** What the project's `.secretlintrc` says about secretlint's rules; the defaults where there is none. */
export async function readSecretlintSettings(root: string): Promise<ReadSecretlint> {
  for (const [name, loadParser] of Object.entries(FILES)) {
    const text = readText(join(root, name));
    if (text === undefined) continue;
    const parse = await loadParser();
    return toSettings(name, tryParse(parse, text));
  }
  return { settings: DEFAULT_SECRETLINT, warnings: [] };
}

/** `undefined` where it is not valid; the parser's own words would quote the file. */
function tryParse(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function toSettings(file: string, value: unknown): ReadSecretlint {
  if (!isObject(value) || !Array.isArray(value["rules"]))
    return {
      settings: DEFAULT_SECRETLINT,
      warnings: [`${file} has no list of rules, so secretlint's rules run as they come.`],
    };
  const warnings: string[] = [];
  const rules: SecretlintRuleSettings[] = [];
  let preset = false;
  for (const one of value["rules"]) {
    const rule = toRule(one);
    if (rule?.id === PRESET) {
      preset ||= rule.disabled !== true;
      if (isObject(one) && Array.isArray(one["rules"]))
        rules.push(...one["rules"].flatMap((inner) => toRule(inner) ?? []));
    } else if (rule !== undefined && SECRETLINT_RULES.includes(rule.id)) rules.push(rule);
    else
      warnings.push(
        `${file} names a rule that is not part of secretlint's recommended preset, and it is left out: ` +
          `${rule?.id ?? JSON.stringify(one).slice(0, 80)}`,
      );
  }
  return { settings: { preset, rules: withDefaults(rules) }, warnings };
}

/** The short name of a rule counts too, as in secretlint: `github` for `@secretlint/secretlint-rule-github`. */
function toRule(value: unknown): SecretlintRuleSettings | undefined {
  if (!isObject(value) || typeof value["id"] !== "string") return undefined;
  const { id: given, disabled, options, allowMessageIds } = value;
  const id =
    [given, `@secretlint/secretlint-rule-${given}`, `@secretlint/${given}`].find(
      (name) => name === PRESET || SECRETLINT_RULES.includes(name),
    ) ?? given;
  return {
    id,
    ...(typeof disabled === "boolean" && { disabled }),
    ...(isObject(options) && { options }),
    ...(Array.isArray(allowMessageIds) && {
      allowMessageIds: allowMessageIds.filter((one) => typeof one === "string"),
    }),
  };
}

/** Our own settings of a rule hold as long as the file says nothing about it. */
function withDefaults(rules: readonly SecretlintRuleSettings[]): SecretlintRuleSettings[] {
  return [...DEFAULT_SECRETLINT.rules.filter(({ id }) => !rules.some((rule) => rule.id === id)), ...rules];
}
