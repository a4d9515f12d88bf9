import { useEffect, useState } from "preact/hooks";

import type { FileText, Side } from "../../web/ui/api.ts";
import type { Colour } from "../colours/colours.ts";

/** The longest file that is coloured, in characters. A longer file would block the page. */
const MOST = 300_000;
/** The longest line in a file that is coloured, in characters. A file with a longer line is generated. */
const LONGEST_LINE = 5000;

/** The colours of each line, by the side of the change. The first line has index 0. */
export type Colours = Readonly<Partial<Record<Side, readonly (readonly Colour[])[]>>>;

/**
 * The colours of a file. They are computed after the file's diff is drawn. The highlighter is loaded for the first
 * file.
 */
export function useColours(path: string, text: FileText | undefined): Colours {
  const [colours, setColours] = useState<Colours>({});
  useEffect(() => {
    setColours({});
    if (!text) return undefined;
    let isOff = false;
    void colour(path, text).then(
      (found) => !isOff && setColours(found),
      () => {}, // the highlighter cannot be loaded: the text stays without colours
    );
    return () => (isOff = true);
  }, [path, text]);
  return colours;
}

async function colour(path: string, text: FileText): Promise<Colours> {
  const { coloursOf } = await import("../colours/colours.ts");
  const found: Partial<Record<Side, readonly (readonly Colour[])[]>> = {};
  for (const side of ["before", "after"] as const) {
    await new Promise((resolve) => setTimeout(resolve)); // lets the browser handle input between two files
    const own = text[side];
    if (own === undefined || own.length > MOST || own.split("\n").some(({ length }) => length > LONGEST_LINE)) continue;
    const lines = coloursOf(path, own);
    if (lines) found[side] = lines;
  }
  return found;
}
