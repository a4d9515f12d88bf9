import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

import type { Finding } from "../finding.ts";
import { isPlaceholder } from "../judge/placeholder.ts";
import { findMarkers } from "../marker.ts";

/** The settings of one rule, as in `.secretlintrc`. */
export interface SecretlintRuleSettings {
  readonly id: string;
  readonly disabled?: boolean;
  readonly options?: Readonly<Record<string, unknown>>;
  readonly allowMessageIds?: readonly string[];
}

/**
 * The settings of `.secretlintrc` about the rules of the preset; plain data, so that it can be sent to another thread.
 */
export interface SecretlintSettings {
  /** Whether rules of the preset run, too, that `rules` does not name. */
  readonly preset: boolean;
  readonly rules: readonly SecretlintRuleSettings[];
}

/**
 * The default settings. They do not search for ids of AWS accounts, which are no secrets: the pattern matches any
 * twelve digits behind a colon.
 */
export const DEFAULT_SECRETLINT: SecretlintSettings = {
  preset: true,
  rules: [
    { id: "@secretlint/secretlint-rule-aws", options: { enableIDScanRule: true }, allowMessageIds: ["AWSAccountID"] },
  ],
};

/** Runs secretlint's rules. It is slower than snapveil's own detector, and asynchronous. */
export interface SecretlintDetector {
  /** Findings sorted by start. Findings can overlap. `name` is the file's name, which some rules use. */
  find(text: string, name: string): Promise<readonly Finding[]>;
}

type LintOptions = Parameters<typeof lintSource>[0];
type RuleCreator = LintOptions["options"]["config"]["rules"][number] extends { rule: infer R } ? R : never;

/**
 * The secretlint rule with which a comment in a text allows findings. It is not used, since the author of a text could
 * hide a secret with such a comment. The caller decides about comments.
 */
const FILTER = "@secretlint/secretlint-rule-filter-comments";

/** The ids of all rules in the preset, without `FILTER`. */
export const SECRETLINT_RULES: readonly string[] = rules.map(({ meta }) => meta.id).filter((id) => id !== FILTER);

/** secretlint's core with the rules of its recommended preset. */
export function secretlintDetector(settings: SecretlintSettings = DEFAULT_SECRETLINT): SecretlintDetector {
  secretLintProfiler.mark = () => {}; // secretlint 11 marks and measures every rule on every text, and keeps all of it
  const whole = { rules: chosenRules(settings) };
  const withoutIds = { rules: chosenRules({ ...settings, rules: settings.rules.map(skipIds) }) };
  return {
    async find(text, name) {
      const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0; // secretlint counts behind the byte order mark
      // A path that cannot exist, since a rule opens the file if its name ends in .p12.
      const source = {
        content: text,
        filePath: `/dev/null/${name}`,
        ext: extensionOf(name),
        contentType: "text",
      } as const;
      const config = KEY_ID.test(text) ? whole : withoutIds;
      const { messages } = await lintSource({ source, options: { config, noPhysicFilePath: true } } as LintOptions);
      return messages
        .map((message) => toFinding(text, message, shift))
        .filter(
          ({ kind, span }) =>
            !isEmptied(text.slice(...span)) && !(kind === KEY_ID_KIND && !KEY_ID.test(text.slice(...span))),
        );
    },
  };
}

/** An address whose password is a template, a look-up or shortened: `postgres://u:${PASS}@h`. */
const TEMPLATE = /:\/\/[^\s:@/]*:(?:["']?\$|\{\{|<|%[({]|\*{3}|[^\s@]{0,64}…)/;

/** An address with the user and the password of manuals: `http://myUser:myPass@host`. */
const OF_MANUAL = /:\/\/(?:my)?user(?:name)?:(?:my)?pass(?:word)?@/i;

/** Whether a value holds no secret: a marker of snapveil stands in it, or it is a template or a placeholder. */
function isEmptied(value: string): boolean {
  return TEMPLATE.test(value) || OF_MANUAL.test(value) || isPlaceholder(value) || findMarkers(value).length > 0;
}

/** The beginning of an AWS access key's id. The ids of users, roles and groups look similar and give no access. */
const KEY_ID = /A3T|A(?:KI|SI)A/;
const KEY_ID_KIND = "aws-access-key-id";

/**
 * Switches off the AWS rule's search for ids if the ids of accounts are left out anyway. The search takes as long as
 * ten other patterns. The caller uses it only for a text without the id of an access key, in which it finds nothing.
 */
function skipIds(rule: SecretlintRuleSettings): SecretlintRuleSettings {
  return rule.allowMessageIds?.includes("AWSAccountID")
    ? { ...rule, options: { ...rule.options, enableIDScanRule: false } }
    : rule;
}

function chosenRules({ preset, rules: set }: SecretlintSettings): {
  id: string;
  rule: RuleCreator;
  options: object;
  disabled: boolean;
  allowMessageIds: readonly string[];
}[] {
  const byId = new Map(set.map((one) => [one.id, one]));
  return rules
    .filter(({ meta }) => meta.id !== FILTER && (preset || byId.has(meta.id)))
    .map((rule) => {
      const { options = {}, disabled = false, allowMessageIds = [] } = byId.get(rule.meta.id) ?? {};
      return { id: rule.meta.id, rule: rule as unknown as RuleCreator, options, disabled, allowMessageIds };
    });
}

interface Message {
  readonly ruleId: string;
  readonly messageId: string;
  readonly range: readonly [number, number];
  readonly data?: unknown;
}

/**
 * A name and its operator before a value, as `AWS_SECRET_ACCESS_KEY=` and `"SecretAccessKey": "`. An address, with two
 * slashes behind its colon, does not match.
 */
const NAMED = /^["']?[A-Za-z_][\w.-]{1,80}["']?\s{0,4}(?:=>|:=|=|:(?!\/\/))\s{0,4}["']?(?=[^\s"']{6})/;

/**
 * Converts a message of secretlint to a finding. The span is that of the value in the message, since the message's own
 * range can be longer.
 */
function toFinding(text: string, { ruleId, messageId, range, data }: Message, shift: number): Finding {
  const [start, end] = [range[0] + shift, range[1] + shift];
  const reported = text.slice(start, end);
  const values =
    typeof data === "object" && data !== null
      ? Object.values(data).filter((value): value is string => typeof value === "string" && value !== "")
      : [];
  const value = values.filter((one) => reported.includes(one)).sort((a, b) => b.length - a.length)[0] ?? reported;
  // A name before the value is no part of the secret.
  const name = NAMED.exec(value)?.[0].length ?? 0;
  const from = start + reported.indexOf(value) + name;
  const bare = value.slice(name).replace(/["']$/, "");
  return { rule: ruleId, kind: toKind(messageId), span: [from, from + bare.length], confidence: "high" };
}

/**
 * Converts the id of a message to a kind: `GITHUB_TOKEN`, `AWSAccessKeyID`, `Npmrc_authToken` → `github-token`,
 * `aws-access-key-id`, `npmrc-auth-token`.
 */
function toKind(messageId: string): string {
  return messageId
    .replace("SQL", "sql")
    .replace(/([A-Z]+)([A-Z][a-z])/g, "$1-$2")
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replace(/[^A-Za-z0-9]+/g, "-")
    .toLowerCase();
}

function extensionOf(name: string): string {
  return /\.[^./\\]+$/.exec(name)?.[0] ?? "";
}
