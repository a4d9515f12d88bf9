import { printable, shortened } from "../../../kit/text.ts";
import { isAmong, toText, type GitPath } from "../../git-path.ts";
import type { StoredCheckpoint } from "../../journal/history.ts";
import type { BeginRecord } from "../../journal/records.ts";
import type { Losses } from "../../journal/losses.ts";
import type { Place } from "../../place.ts";
import { isGone } from "../../record/losses-of-step.ts";
import type { NotHeld } from "./about-unrecorded.ts";
import { wayToMake } from "./way-to-make.ts";

/**
 * Names the ignored files and folders that some steps removed or overwrote and of which there is no copy, so that an
 * undo does not bring them back. What exists again is left out.
 * @param named paths that other sentences of the result name
 */
export function aboutLosses(
  { worktree: { root } }: Place,
  steps: readonly Pick<StoredCheckpoint, "losses">[],
  { prefix, paths }: Pick<BeginRecord, "prefix" | "paths">,
  named: ReadonlySet<string>,
): NotHeld {
  const isMeant = (path: GitPath) =>
    path.startsWith(prefix) && isAmong(path.replace(/\/$/, ""), paths) && !named.has(toText(path));
  const among = (which: keyof Losses) =>
    [...new Set(steps.flatMap(({ losses }) => losses?.[which] ?? []))].filter(isMeant).toSorted();
  const output = among("output").filter((path) => isGone(root, path));
  const gone = among("gone").filter((path) => isGone(root, path));
  const overwritten = among("overwritten").filter((path) => !gone.includes(path));
  return {
    notHeld: [
      ...output.map((path) => ({ path: toText(path), why: "build output, not kept" })),
      ...gone.map((path) => ({ path: toText(path), why: "gone, and no copy is kept" })),
      ...overwritten.map((path) => ({ path: toText(path), why: "overwritten, and no copy is kept" })),
    ],
    notes: [
      ...aboutOutput(root, output),
      ...(gone.length > 0 ? [`Ignored, gone, and not brought back, since no copy is kept: ${listed(gone)}.`] : []),
      ...(overwritten.length > 0
        ? [`Ignored, overwritten, and left as it is, since no copy is kept: ${listed(overwritten)}.`]
        : []),
    ],
  };
}

function aboutOutput(root: string, folders: readonly GitPath[]): string[] {
  if (folders.length === 0) return [];
  const names = folders.map((path) => {
    const way = wayToMake(root, path);
    return printable(toText(path)) + (way === undefined ? "" : ` (${way})`);
  });
  return [`Build output, gone and not kept, since a tool makes it again: ${shortened(names)}.`];
}

function listed(paths: readonly GitPath[]): string {
  return shortened(paths.map((path) => printable(toText(path))));
}
