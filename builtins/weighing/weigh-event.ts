import type { Weigh } from "../../redactors/finding.ts";
import { RANK } from "../../redactors/finding.ts";
import type { PolicyPlace } from "../../worktree/settings.ts";
import type { Call } from "../call.ts";
import type { SearchedEvent } from "../redact-part.ts";
import { weigher, type LetThrough } from "../weigh-findings.ts";
import { aroundArguments, aroundMessages, aroundOutput } from "./surroundings.ts";

/** Weighs the findings in one part of an event. */
export function weighEvent(
  event: SearchedEvent,
  { io, settings }: Pick<Call, "io" | "settings">,
  place: PolicyPlace,
  letThrough: (one: LetThrough) => void,
): Weigh {
  const { minConfidence } = settings.redaction;
  const least = minConfidence[place];
  if (place === "prompt") return weigher(() => ({ least }), letThrough);
  if (place === "messages") return weigher(aroundMessages(event.messages ?? [], event.cwd, least, io.env), letThrough);
  // A call is known to keep its words only after the search.
  const lower = RANK[minConfidence.write] < RANK[least] ? minConfidence.write : least;
  const around = place === "output" ? aroundOutput(event, least, io.env) : aroundArguments(event, lower, io.env);
  return weigher(() => around, letThrough);
}
