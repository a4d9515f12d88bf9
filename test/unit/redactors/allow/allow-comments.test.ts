import { expect, test } from "vitest";

import { allowedByComment } from "../../../../redactors/allow/allow-comments.ts";
import type { Finding } from "../../../../redactors/finding.ts";

const GITHUB = "@secretlint/secretlint-rule-github";
const NPM = "@secretlint/secretlint-rule-npm";

/** Whether the word SECRET, found by this rule, is allowed in a text. */
function isAllowed(text: string, rule = GITHUB): boolean {
  const at = text.indexOf("SECRET");
  const finding = { rule, kind: "token", span: [at, at + 6], confidence: "high", rules: [rule] } as const;
  return allowedByComment(text, [finding as unknown as Finding & { rules: string[] }]).size > 0;
}

test.each<[text: string, allowed: boolean]>([
  ["SECRET # gitleaks:allow", true],
  ["# gitleaks:allow\nSECRET", false],
  ["SECRET\n# gitleaks:allow", false],
  ["# pragma: allowlist nextline secret\nSECRET", true],
  ["# pragma: allowlist nextline secret\n\nSECRET", false],
  ["SECRET # pragma: allowlist nextline secret", false],
  ["// secretlint-disable-next-line\nSECRET", true],
  ["// secretlint-disable-next-line\n\nSECRET", false],
  ["SECRET // secretlint-disable-line", true],
  [`SECRET // secretlint-disable-line ${NPM}`, false],
  [`SECRET // secretlint-disable-line ${NPM}, ${GITHUB} -- why`, true],
  ["SECRET // secretlint-disable-line -- not for @secretlint/secretlint-rule-npm", true],
  ["/* secretlint-disable */\n\nSECRET", true],
  ["SECRET\n/* secretlint-disable */", false],
  ["/* secretlint-disable */\n/* secretlint-enable */\nSECRET", false],
  ["/* secretlint-disable */\n/* secretlint-disable-line */\nSECRET", true],
  [`/* secretlint-disable ${GITHUB} */\n/* secretlint-enable ${NPM} */\nSECRET`, true],
  [`/* secretlint-disable ${GITHUB} */\n/* secretlint-enable ${GITHUB} */\nSECRET`, false],
  [`/* secretlint-disable ${NPM} */\nSECRET`, false],
])("%j allows: %s", (text, allowed) => {
  expect(isAllowed(text)).toBe(allowed);
});
