import { lintSource } from "@secretlint/core";
import { secretLintProfiler } from "@secretlint/profiler";
import { rules } from "@secretlint/secretlint-rule-preset-recommend";

import type { Finding } from "../finding.ts";
import { findMarkers } from "../marker.ts";

/** One rule's settings, as `.secretlintrc` has them. */
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
  /** Whether the rules that are not named run too. */
  readonly preset: boolean;
  readonly rules: readonly SecretlintRuleSettings[];
}

/**
 * The default settings. Numbers of AWS accounts are left out: they are no secrets, and the pattern takes any twelve
 * digits behind a colon for one.
 */
export const DEFAULT_SECRETLINT: SecretlintSettings = {
  preset: true,
  rules: [
    { id: "@secretlint/secretlint-rule-aws", options: { enableIDScanRule: true }, allowMessageIds: ["AWSAccountID"] },
  ],
};

/** Finds with secretlint's rules; slower than our own detector, and asynchronous. */
export interface SecretlintDetector {
  /** Findings in the order of their starts; they can overlap. `name` is the file's: some rules look at it. */
  find(text: string, name: string): Promise<readonly Finding[]>;
}

type LintOptions = Parameters<typeof lintSource>[0];
type RuleCreator = LintOptions["options"]["config"]["rules"][number] extends { rule: infer R } ? R : never;

/**
 * The rule that takes findings back at a comment in the text: a way around for whoever writes the text. Comments are
 * the caller's.
 */
const FILTER = "@secretlint/secretlint-rule-filter-comments";

/** The ids of the rules that there are. */
export const SECRETLINT_RULES: readonly string[] = rules.map(({ meta }) => meta.id).filter((id) => id !== FILTER);

/** secretlint's core with the rules of its recommended preset. */
export function secretlintDetector(settings: SecretlintSettings = DEFAULT_SECRETLINT): SecretlintDetector {
  secretLintProfiler.mark = () => {}; // secretlint 11 marks and measures every rule on every text, and keeps all of it
  const whole = { rules: chosenRules(settings) };
  const withoutIds = { rules: chosenRules({ ...settings, rules: settings.rules.map(skipIds) }) };
  return {
    async find(text, name) {
      const shift = text.charCodeAt(0) === 0xfeff ? 1 : 0; // secretlint counts behind the byte order mark
      // A folder that cannot be: a rule opens the file of this name where it ends in .p12.
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
const TEMPLATE = /:\/\/[^\s:@/]*:(?:\$|\{\{|<|%[({]|\*{3}|[^\s@]{0,64}…)/;

/** Whether a value has lost its secret already, or never had one: a marker of snapveil's, a template. */
function isEmptied(value: string): boolean {
  return TEMPLATE.test(value) || findMarkers(value).length > 0;
}

/** The beginning of an AWS access key's id. Users, roles and groups have ids that look alike and open nothing. */
const KEY_ID = /A3T|A(?:KI|SI)A/;
const KEY_ID_KIND = "aws-access-key-id";

/**
 * The rule for AWS without its search for ids, if numbers of accounts are left out anyway: that pattern alone takes as
 * long as ten others, and without a key's id in the text nothing would come of it.
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
 * A name and its operator, as `AWS_SECRET_ACCESS_KEY=` and `"SecretAccessKey": "`; an address has two slashes behind
 * its colon.
 */
const NAMED = /^["']?[A-Za-z_][\w.-]{1,80}["']?\s{0,4}(?:=>|:=|=|:(?!\/\/))\s{0,4}["']?(?=[^\s"']{6})/;

/**
 * A finding of secretlint's. Its span is that of the value which the message names; a range alone can reach around it.
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

/** `GITHUB_TOKEN`, `AWSAccessKeyID`, `Npmrc_authToken` → `github-token`, `aws-access-key-id`, `npmrc-auth-token`. */
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
