import type { Detector } from "../finding.ts";
import { collectKnownValues } from "./collect-known-values.ts";
import { exactDetector } from "./exact-detector.ts";
import { spellingsOf } from "./spellings-of.ts";

/** Finds the user's own secrets, in every way in which they are written; `undefined` where the user has none. */
export function knownValuesDetector(...from: Parameters<typeof collectKnownValues>): Detector | undefined {
  const values = collectKnownValues(...from);
  return values.length === 0 ? undefined : exactDetector(values.flatMap(spellingsOf), "known-value");
}
