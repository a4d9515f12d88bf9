import type { Detector } from "../../redactors/doors/finding.ts";
import { detector, redactJson } from "../../redactors/doors/redact.ts";

/** Characters of a row: for a longer one the program is asked, which ends its search in time. */
const MOST = 256 * 1024;

/**
 * Whether the program may find something in these texts of a row: the program's own search, with nothing allowed and
 * nothing weighed, which ends at the first finding. A search that fails says yes, too.
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

/** The detector, whose search ends with an error at a finding. */
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
