import type { KnownValueSettings } from "../../worktree/settings.ts";
import type { Detector } from "../finding.ts";
import { collectKnownValues } from "./collect-known-values.ts";
import { exactDetector } from "./exact-detector.ts";
import type { Place, World } from "./find-places.ts";
import { spellingsOf } from "./spellings-of.ts";

/** Finds the user's own secrets, in every way in which they are written; `undefined` where the user has none. */
export function knownValuesDetector(
  ...from: [
    world: World,
    cwd: string | undefined,
    settings: KnownValueSettings,
    variables: readonly string[],
    places: readonly Place[],
  ]
): Detector | undefined {
  const values = collectKnownValues(...from);
  return values.length === 0 ? undefined : exactDetector(values.flatMap(spellingsOf), "known-value");
}
