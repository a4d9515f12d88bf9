/** @file Whole texts without their secrets, for callers that search much or cannot wait; what else a search may use. */

export { detector } from "../detect.ts";
export { redactJson, redactText } from "../with-detector.ts";

// Rules: the detector's own, the user's, secretlint's, those of personal data.
export { RULES } from "../rules/rules.ts";
export { userRules } from "../user-rules/user-rules.ts";
export {
  DEFAULT_SECRETLINT,
  SECRETLINT_RULES,
  secretlintDetector,
  type SecretlintDetector,
  type SecretlintRuleSettings,
  type SecretlintSettings,
} from "../secretlint/secretlint.ts";
export { personalDetector } from "../personal/personal-data.ts";
