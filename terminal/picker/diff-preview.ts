import { diffView } from "../diff-view.ts";
import type { Style } from "../style.ts";
import type { Preview } from "./list-screen.ts";

/** Nobody scrolls further than this in a preview (characters of the patch). */
const MOST = 200_000;

/** A patch below some lines of its own, made anew for each width only. */
export function diffPreview(patch: string, style: Style, above: (columns: number) => string[] = () => []): Preview {
  const isCut = patch.length > MOST;
  const shown = isCut ? patch.slice(0, patch.lastIndexOf("\n", MOST) + 1) : patch;
  let made: { readonly columns: number; readonly lines: string[] } | undefined;
  return (columns) => {
    if (made?.columns !== columns) {
      const lines = shown === "" ? [] : diffView(shown, { columns, rows: 0, style });
      const all = [...above(columns), ...lines];
      made = {
        columns,
        lines: [
          ...(all[0] === "" ? all.slice(1) : all),
          ...(isCut ? ["", style.dim("The rest is too long for a preview.")] : []),
        ],
      };
    }
    return made.lines;
  };
}
