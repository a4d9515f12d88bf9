import { isAbsolute } from "node:path";

import { isTrialFile, weigher, whereItOpens } from "../builtins/doors/certainty.ts";
import type { Finding } from "../redactors/doors/finding.ts";

/**
 * The degree to which a finding surely opens a door: `certain` by its shape, in a file that is at work; `likely` by its
 * name or in a test, an example, a document; `doubtful` if hooks would let it pass, as a value that manuals print.
 */
export type Certainty = "certain" | "likely" | "doubtful";

/** The surer a certainty, the earlier it stands. */
export const CERTAINTIES = ["certain", "likely", "doubtful"] as const satisfies readonly Certainty[];

/** The certainty of each finding in a text of a file. @param name the file's, as a person knows it */
export function certaintiesOf(found: readonly Finding[], text: string, name: string): Certainty[] {
  const isTrial = isInTrial(name);
  const counts = new Set(weigher(() => ({ least: "low", isTrial }), whereItOpens)(found, text, () => []));
  return found.map((finding) => {
    if (!counts.has(finding) || finding.confidence === "low") return "doubtful";
    return finding.confidence === "high" && !isTrial ? "certain" : "likely";
  });
}

/**
 * Whether a file is a test or an example by its name. An absolute path counts by its last part: its folders say nothing
 * about the project.
 */
export function isInTrial(name: string): boolean {
  return isTrialFile(isAbsolute(name) ? name.replace(/^.*[\\/]/s, "") : name);
}
