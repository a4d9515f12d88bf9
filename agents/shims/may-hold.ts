import type { Detector } from "../../redactors/doors/finding.ts";
import { detector, redactJson } from "../../redactors/doors/redact.ts";

/**
 * The most characters of a row that the mod searches. About a longer row it asks the program, whose search has a time
 * limit.
 */
const MOST = 256 * 1024;

/**
 * Whether the program may find a secret in the texts of a row. This is the program's search without allowances and
 * judges; it ends at the first finding. `true` also if the search fails.
 */
export function mayHold(texts: readonly string[], known: Detector): boolean {
  if (texts.reduce((sum, text) => sum + text.length, 0) > MOST) return true;
  try {
    redactJson([...texts], "plain", { thorough: true, detectors: [ending(detector), ending(known)] });
    return false;
  } catch {
    return true;
  }
}

/** A detector that throws at its first finding. */
function ending({ find, findInField }: Detector): Detector {
  return {
    find(text) {
      if (find(text).length > 0) throw new Error("found");
      return [];
    },
    ...(findInField && {
      findInField(...value) {
        if (findInField(...value)) throw new Error("found");
        return undefined;
      },
    }),
  };
}
