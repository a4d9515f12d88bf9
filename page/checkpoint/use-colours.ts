import { useEffect, useState } from "preact/hooks";

import type { FileText, Side } from "../../web/ui/api.ts";
import type { Colour } from "../colours/colours.ts";

/** Characters of a file above which it stays plain: it would hold up the page. */
const MOST = 300_000;
/** Characters of a line: nobody wrote a longer one. */
const LONGEST_LINE = 5000;

/** The colours of the lines of either side, counted from 1. */
export type Colours = Readonly<Partial<Record<Side, readonly (readonly Colour[])[]>>>;

/** The colours of a file, which come after the difference is drawn; the highlighter is loaded with the first file. */
export function useColours(path: string, text: FileText | undefined): Colours {
  const [colours, setColours] = useState<Colours>({});
  useEffect(() => {
    setColours({});
    if (!text) return undefined;
    let isOff = false;
    void colour(path, text).then(
      (found) => !isOff && setColours(found),
      () => {}, // the server has ended: the text is there all the same
    );
    return () => (isOff = true);
  }, [path, text]);
  return colours;
}

async function colour(path: string, text: FileText): Promise<Colours> {
  const { coloursOf } = await import("../colours/colours.ts");
  const found: Partial<Record<Side, readonly (readonly Colour[])[]>> = {};
  for (const side of ["before", "after"] as const) {
    await new Promise((resolve) => setTimeout(resolve)); // so that a press between two files is heard
    const own = text[side];
    if (own === undefined || own.length > MOST || own.split("\n").some(({ length }) => length > LONGEST_LINE)) continue;
    const lines = coloursOf(path, own);
    if (lines) found[side] = lines;
  }
  return found;
}
