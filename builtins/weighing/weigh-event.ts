import type { Finding, Weigh } from "../../redactors/finding.ts";
import { RANK } from "../../redactors/finding.ts";
import type { PolicyPlace } from "../../worktree/settings.ts";
import type { Call } from "../call.ts";
import type { SearchedEvent } from "../redact-part.ts";
import { areWeighedAlone, weigher, type LetThrough } from "../weigh-findings.ts";

/** What a first search found, and the texts of that. */
interface FoundTexts {
  readonly found: readonly Finding[];
  readonly texts: readonly string[];
}

/**
 * Weighs what is found in one part of an event. What tells of its surroundings has a shell read its call, a dozen files
 * of the program, so it is loaded only for what is not sure anywhere.
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
  if (place === "prompt" || areWeighedAlone(found, texts)) return weigher(() => ({ least }), letThrough);
  const { aroundArguments, aroundMessages, aroundOutput } = await import("./surroundings.ts");
  if (place === "messages") return weigher(aroundMessages(event.messages ?? [], event.cwd, least, io.env), letThrough);
  // Whether a call keeps what it is given is known only when it was searched.
  const lower = RANK[minConfidence.write] < RANK[least] ? minConfidence.write : least;
  const around = place === "output" ? aroundOutput(event, least, io.env) : aroundArguments(event, lower, io.env);
  return weigher(() => around, letThrough);
}
