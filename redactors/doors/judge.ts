/** @file One value or one pair of name and value, judged without a search. */

export { holdsCommonWord, isCommonPassword, isDefaultPassword, isPasswordWord } from "../judge/common-password.ts";
export { isGenerated } from "../judge/is-generated.ts";
export { isFillerRow } from "../judge/filler-row.ts";
export { isPublishedValue } from "../judge/published-value.ts";
export { promiseOf } from "../judge/promise-of.ts";
export { findInField } from "../judge/judge-pair.ts";
export { watchDetector } from "../watch-detector.ts";
export { describeRule } from "../describe-rule.ts";
export { ruleWithin } from "../judge/judge-value.ts";
export { opinionOn, type Reason } from "../judge/opinion/reasons.ts";

// Secrets that stand in an output behind words of its command.
export { findSecretsBehind } from "../find-secrets-behind.ts";
