import { join, relative, sep } from "node:path";

import { isObject } from "../kit/json.ts";
import { isIn, readRegularFile } from "../kit/files.ts";
import { parseAllowLines } from "../redactors/doors/allow.ts";
import {
  DEFAULT_SECRETLINT,
  SECRETLINT_RULES,
  type SecretlintRuleSettings,
  type SecretlintSettings,
} from "../redactors/doors/redact.ts";

/** A project's rules for its audit. A missing file sets no rules. */
export interface ProjectRules {
  /** Whether the project excludes a path from the audit. The path is absolute, or relative to the root with slashes. */
  isLeftOut(path: string): boolean;
  /** The lines of `.snapveilignore`. */
  readonly allow: readonly string[];
  readonly secretlint: SecretlintSettings;
  /** Sentences about settings of secretlint that could not be used. */
  readonly warnings: readonly string[];
}

/**
 * Reads the rules at the root: `.snapveilignore`, and secretlint's `.secretlintignore` (patterns of paths) and
 * `.secretlintrc`.
 */
export async function readProjectRules(root: string): Promise<ProjectRules> {
  const linesOf = (name: string) => (readText(join(root, name)) ?? "").split(/\r?\n/);
  const allow = linesOf(".snapveilignore");
  const { isLeftOut } = parseAllowLines(allow, linesOf(".secretlintignore"));
  return {
    ...(await readSecretlintSettings(root)),
    allow,
    isLeftOut: (path) => isLeftOut(isIn(path, root) ? relative(root, path).split(sep).join("/") : path),
  };
}

/** How many bytes of a settings file are read. */
const LIMIT = 16 << 20;

/** The text of a regular file; `undefined` if the file is missing or is a pipe, folder or device. */
export function readText(file: string, encoding: "utf8" | "latin1" = "utf8"): string | undefined {
  try {
    return readRegularFile(file, LIMIT).bytes.toString(encoding);
  } catch {
    return undefined;
  }
}

/** Name of a secretlint settings file → its parser. `.secretlintrc.js` is a program and never run. */
const FILES: Readonly<Record<string, () => Promise<(text: string) => unknown>>> = {
  ".secretlintrc.json": async () => (await import("jsonc-parser")).parse,
  ".secretlintrc": async () => (await import("yaml")).parse,
  ".secretlintrc.yaml": async () => (await import("yaml")).parse,
  ".secretlintrc.yml": async () => (await import("yaml")).parse,
};

const PRESET = "@secretlint/secretlint-rule-preset-recommend";

/** The project's settings for secretlint's rules; the defaults if it has none. */
async function readSecretlintSettings(root: string): Promise<Pick<ProjectRules, "secretlint" | "warnings">> {
  for (const [name, loadParser] of Object.entries(FILES)) {
    const text = readText(join(root, name));
    if (text !== undefined) return toSettings(name, tryParse(await loadParser(), text));
  }
  return { secretlint: DEFAULT_SECRETLINT, warnings: [] };
}

/** The parsed text; `undefined` if it is invalid. The parser's message is dropped, since it may quote the file. */
function tryParse(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function toSettings(file: string, value: unknown): Pick<ProjectRules, "secretlint" | "warnings"> {
  if (!isObject(value) || !Array.isArray(value["rules"]))
    return {
      secretlint: DEFAULT_SECRETLINT,
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
  // Our default settings of a rule apply unless the file has settings for the same rule.
  const ours = DEFAULT_SECRETLINT.rules.filter(({ id }) => !rules.some((rule) => rule.id === id));
  return { secretlint: { preset, rules: [...ours, ...rules] }, warnings };
}

/**
 * Parses the settings of a rule. As in secretlint, a short name is allowed: `github` for
 * `@secretlint/secretlint-rule-github`.
 */
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
