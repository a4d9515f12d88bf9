import { join, relative, sep } from "node:path";

import { isObject } from "../kit/json.ts";
import { readRegularFile } from "../kit/files.ts";
import { parseAllowLines } from "../redactors/doors/allow.ts";
import {
  DEFAULT_SECRETLINT,
  SECRETLINT_RULES,
  type SecretlintRuleSettings,
  type SecretlintSettings,
} from "../redactors/doors/redact.ts";

/** The project's own rules for its audit. A missing file gives none. */
export interface ProjectRules {
  /** Whether a path, absolute or relative to the root with slashes, is left out. */
  isLeftOut(path: string): boolean;
  /** Lines of `.snapveilignore`. */
  readonly allow: readonly string[];
  readonly secretlint: SecretlintSettings;
  /** Sentences about settings of secretlint that could not be taken over. */
  readonly warnings: readonly string[];
}

/**
 * Reads `.snapveilignore`, and secretlint's `.secretlintignore`, which has patterns of paths alone, and `.secretlintrc`
 * at the root.
 */
export async function readProjectRules(root: string): Promise<ProjectRules> {
  const linesOf = (name: string) => (readText(join(root, name)) ?? "").split(/\r?\n/);
  const allow = linesOf(".snapveilignore");
  const { isLeftOut } = parseAllowLines(allow, linesOf(".secretlintignore"));
  return {
    ...(await readSecretlintSettings(root)),
    allow,
    isLeftOut: (path) => isLeftOut(path.startsWith(root) ? relative(root, path).split(sep).join("/") : path),
  };
}

/** Bytes of a settings file that count. */
const LIMIT = 16 << 20;

/** The text of a file; `undefined` if there is none, or it is a pipe, a folder, a device. */
export function readText(file: string, encoding: "utf8" | "latin1" = "utf8"): string | undefined {
  try {
    return readRegularFile(file, LIMIT).bytes.toString(encoding);
  } catch {
    return undefined;
  }
}

/** File names of secretlint's settings → parser, loaded only if there is one. The `.js` form is a program. */
const FILES: Readonly<Record<string, () => Promise<(text: string) => unknown>>> = {
  ".secretlintrc.json": async () => (await import("jsonc-parser")).parse,
  ".secretlintrc": async () => (await import("yaml")).parse,
  ".secretlintrc.yaml": async () => (await import("yaml")).parse,
  ".secretlintrc.yml": async () => (await import("yaml")).parse,
};

const PRESET = "@secretlint/secretlint-rule-preset-recommend";

/** The settings for secretlint's rules in the project's `.secretlintrc`; the defaults if there is none. */
async function readSecretlintSettings(root: string): Promise<Pick<ProjectRules, "secretlint" | "warnings">> {
  for (const [name, loadParser] of Object.entries(FILES)) {
    const text = readText(join(root, name));
    if (text !== undefined) return toSettings(name, tryParse(await loadParser(), text));
  }
  return { secretlint: DEFAULT_SECRETLINT, warnings: [] };
}

/** The parsed text; `undefined` if it is not valid: the parser's own words would quote the file. */
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
  // Our own settings of a rule hold as long as the file says nothing about it.
  const ours = DEFAULT_SECRETLINT.rules.filter(({ id }) => !rules.some((rule) => rule.id === id));
  return { secretlint: { preset, rules: [...ours, ...rules] }, warnings };
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
