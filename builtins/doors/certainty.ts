/** @file How sure a finding is, by the place in which it stands. */

export { weigher } from "../weigh-findings.ts";
export { isTrialFile } from "../weighing/trial-file.ts";
export { whereItOpens } from "../weighing/where-it-opens.ts";
