import { RANK, type Finding, type Weigh } from "../../redactors/doors/finding.ts";
import type { PolicyPlace } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";
import type { SearchedEvent } from "../searched-event.ts";
import { areWeighedAlone, weigher, type LetThrough } from "../weigh-findings.ts";

/** The findings of a search, and the texts that contain these. */
interface FoundTexts {
  readonly found: readonly Finding[];
  readonly texts: readonly string[];
}

/**
 * Weighs the findings in one part of an event. Their place is only known after the call is parsed like a shell's
 * script. The dozen modules for this are only loaded if a finding is not certain.
 */
export async function weighEvent(
  event: SearchedEvent,
  { io, settings }: Pick<Call, "io" | "settings">,
  place: PolicyPlace,
  letThrough: (one: LetThrough) => void,
  { found, texts }: FoundTexts,
): Promise<Weigh> {
  const { minConfidence } = settings.redaction;
  const least = minConfidence[place];
  // The search may weigh further findings after these are redacted; for such a finding the strictest place is assumed.
  if (areWeighedAlone(found, texts))
    return weigher(
      () => ({ least }),
      () => "elsewhere",
      letThrough,
    );
  const { whereItOpens } = await import("./where-it-opens.ts");
  if (place === "prompt") {
    const around = await (await import("./around-prompt.ts")).aroundPrompt(event, settings);
    return weigher(() => around, whereItOpens, letThrough);
  }
  const { aroundArguments, aroundMessages, aroundOutput } = await import("./surroundings.ts");
  if (place === "messages")
    return weigher(aroundMessages(event.messages ?? [], event.cwd, least, io.env), whereItOpens, letThrough);
  // Only after the search is it known whether a call stores its arguments, so the search uses the lower of the two
  // limits.
  const lower = RANK[minConfidence.write] < RANK[least] ? minConfidence.write : least;
  const around = place === "output" ? aroundOutput(event, least, io.env) : aroundArguments(event, lower, io.env);
  return weigher(() => around, whereItOpens, letThrough);
}
