import type { Weigh } from "../../redactors/doors/finding.ts";
import type { PolicyPlace, Settings } from "../../worktree/doors/settings.ts";

/**
 * Weighs the findings in a file: for the model (`output`) like a tool that reads the file, for the history (`write`)
 * like a call that writes it.
 */
export async function weighFile(settings: Settings, place: PolicyPlace, isTrial = false): Promise<Weigh> {
  const { weigher } = await import("../weigh-findings.ts");
  const { whereItOpens } = await import("./where-it-opens.ts");
  const around = { least: settings.redaction.minConfidence[place], isTrial, isFile: place === "output" };
  return weigher(() => around, whereItOpens);
}
