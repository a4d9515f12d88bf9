import { relative, sep } from "node:path";

import { counted, printable } from "../../kit/text.ts";
import type { Remark } from "../engine.ts";
import type { Place } from "../place.ts";
import { NOTHING_RESTORED, type RestoreResult } from "./restore-result.ts";

/** The result of an operation in one repository. */
export type Part = readonly [place: Place, result: RestoreResult];

/** The results in several repositories as one. Paths begin at the top of the first. */
export function joinResults(parts: readonly Part[]): RestoreResult {
  const [first] = parts;
  if (!first) return NOTHING_RESTORED;
  const home = first[0].worktree.root;
  const nameOf = ({ worktree: { root } }: Place) => relative(home, root).split(sep).join("/") || ".";
  const below = (place: Place, path: string) => (nameOf(place) === "." ? path : `${nameOf(place)}/${path}`);
  const remarks = (which: "skipped" | "conflicts"): Remark[] =>
    parts.flatMap(([place, result]) => result[which].map(({ path, why }) => ({ path: below(place, path), why })));
  const all = parts.map(([place, result]) => `${printable(nameOf(place))} (${counted(result.files, "file")})`);
  const { head } = first[1];
  return {
    ...NOTHING_RESTORED,
    restored: parts.some(([, { restored }]) => restored),
    complete: parts.every(([, { complete }]) => complete),
    undone: parts.flatMap(([, { undone }]) => undone),
    ...(parts.some(([, { isRedo }]) => isRedo) && { isRedo: true as const }),
    ...(head && { head }),
    notes: [
      `In ${counted(parts.length, "repository", "repositories")}: ${all.join(", ")}.`,
      ...parts.flatMap(([place, { notes }]) =>
        notes.map((note) => (nameOf(place) === "." ? note : `${printable(nameOf(place))}: ${note}`)),
      ),
    ],
    files: parts.reduce((sum, [, { files }]) => sum + files, 0),
    checkpoint: parts.find(([, { checkpoint }]) => checkpoint !== null)?.[1].checkpoint ?? null,
    skipped: remarks("skipped"),
    conflicts: remarks("conflicts"),
    changes: parts.flatMap(([place, { changes }]) =>
      changes.map((change) => ({ ...change, path: below(place, change.path) })),
    ),
    pairs: first[1].pairs,
    repositories: parts.map(([{ worktree }, { files, checkpoint }]) => ({
      worktree: worktree.root,
      files,
      checkpoint,
    })),
  };
}
