import { RANK, type Finding, type Weigh } from "../../redactors/doors/finding.ts";
import type { PolicyPlace } from "../../worktree/doors/settings.ts";
import type { Call } from "../call.ts";
import type { SearchedEvent } from "../searched-event.ts";
import { areWeighedAlone, weigher, type LetThrough } from "../weigh-findings.ts";

/** The findings of a first search, and the texts in which they stand. */
interface FoundTexts {
  readonly found: readonly Finding[];
  readonly texts: readonly string[];
}

/**
 * Weighs the findings in one part of an event. For the surroundings a shell's reader reads the call, a dozen files of
 * the program, so these are loaded only if a finding is not sure.
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
  // For a finding that a cut may still bare, the worst is assumed.
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
  // Only after the search is a call known to keep its words.
  const lower = RANK[minConfidence.write] < RANK[least] ? minConfidence.write : least;
  const around = place === "output" ? aroundOutput(event, least, io.env) : aroundArguments(event, lower, io.env);
  return weigher(() => around, whereItOpens, letThrough);
}
