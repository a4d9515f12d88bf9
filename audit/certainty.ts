import { isAbsolute } from "node:path";

import { isTrialFile, weigher, whereItOpens } from "../builtins/doors/certainty.ts";
import type { Finding } from "../redactors/doors/finding.ts";

/**
 * How certain it is that a finding is a real secret. `certain`: its form proves it, and the file is no test or example.
 * `likely`: only its name suggests it, or the file is a test, an example or a document. `doubtful`: a hook would not
 * redact it, for instance a value that a manual prints.
 */
export type Certainty = "certain" | "likely" | "doubtful";

/** The certainties, highest first. */
export const CERTAINTIES = ["certain", "likely", "doubtful"] as const satisfies readonly Certainty[];

/** The certainty of each finding in a text. @param name the name of the text's file */
export function certaintiesOf(found: readonly Finding[], text: string, name: string): Certainty[] {
  const isTrial = isInTrial(name);
  const counts = new Set(weigher(() => ({ least: "low", isTrial }), whereItOpens)(found, text, () => []));
  return found.map((finding) => {
    if (!counts.has(finding) || finding.confidence === "low") return "doubtful";
    return finding.confidence === "high" && !isTrial ? "certain" : "likely";
  });
}

/**
 * Whether a file is a test or an example, by the words in its path. Of an absolute path only the last part is used,
 * since its folders do not belong to the project.
 */
export function isInTrial(name: string): boolean {
  return isTrialFile(isAbsolute(name) ? name.replace(/^.*[\\/]/s, "") : name);
}
