import { diskTrouble } from "../../kit/disk-trouble.ts";
import type { Io } from "../../kit/io.ts";
import { readGitConfig } from "../../worktree/read-git-config.ts";
import { readSettings } from "../../worktree/read-settings.ts";
import type { Skipped, SnapshotEngine } from "../engine.ts";
import { toGitPath, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { keepPresent } from "./keep-present.ts";
import type { KeptStateId } from "./kept-state.ts";

/** The result of keeping: a state, or the reason why there is none. */
export interface Keeping {
  readonly id?: KeptStateId;
  readonly trouble?: string;
}

/**
 * Keeps the ignored files of a worktree as the user's settings say. Checkpoints do not depend on it: on a full disk
 * nothing new is kept, the states before stay, and the trouble is told.
 */
export async function keepWorktree(
  io: Io,
  { place, engine }: { readonly place: Place; readonly engine: Pick<SnapshotEngine, "ignored"> },
  prefix: GitPath,
): Promise<Keeping> {
  const { keep } = (await readSettings(io, undefined)).checkpoints;
  if (!keep) return {};
  try {
    const isLeftOut = await leftOutBy(io, place, keep.exclude);
    const id = keepPresent(io, place, { tops: await engine.ignored(prefix), bounds: keep, isLeftOut });
    return id === undefined ? {} : { id };
  } catch (error) {
    const trouble = diskTrouble(error);
    if (!trouble) throw error;
    return { trouble: trouble.message };
  }
}

/** The beginning of the reason why the ignored files of a folder are not kept. */
const NOT_KEPT = "its ignored files are not kept: ";

/** A folder whose ignored files could not be kept, among the paths that were not recorded. */
export function notKept(path: GitPath, trouble: string): Skipped {
  return { path, why: NOT_KEPT + trouble };
}

/** Whether a path that was not recorded is such a folder. */
export function isNotKept({ why }: Skipped): boolean {
  return why.startsWith(NOT_KEPT);
}

async function leftOutBy(
  { env }: Io,
  { shadow }: Place,
  patterns: readonly string[],
): Promise<(path: GitPath) => boolean> {
  if (patterns.length === 0) return () => false;
  const { IgnoreRules } = await import("../js/ignore-rules.ts");
  const ignoresCase = readGitConfig(`${shadow}/config`, env).get("core.ignorecase") === "true";
  const rules = new IgnoreRules(toGitPath(patterns.join("\n")), ignoresCase, () => undefined);
  return (path) => rules.ignores(path);
}
