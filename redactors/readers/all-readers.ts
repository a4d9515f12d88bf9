import { followUp } from "../follow-up.ts";
import type { Finding } from "../finding.ts";
import { judgeKeyed } from "../judge/judge-keyed.ts";
import { toOriginal, viewsOf } from "../views/view.ts";
import { readForeignNames } from "./read-foreign-names.ts";
import { readHits } from "./read-hits.ts";
import { readOwned } from "./read-owned.ts";
import { readPhrases } from "./read-phrases.ts";

/** What the detector calls where a text may hold a secret: all that takes more than a pass over it. */
export const allReaders = { followUp, judgeKeyed, readForeignNames, readHits, readOwned, readPhrases, readViews };

export type Readers = typeof allReaders;

/** What the other readings of a text hold, where it stands in the text itself. */
function readViews(text: string): Finding[] {
  return viewsOf(text).flatMap((view) => toOriginal(view, readHits(view.text)));
}
