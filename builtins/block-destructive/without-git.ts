import { existsSync, statSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { entriesIn, namesIn } from "../../kit/files.ts";
import { matchesWhole, parseGlob } from "../../kit/glob.ts";
import { findPlace } from "../../shadow-repo/doors/place.ts";
import { readRepositories } from "../../shadow-repo/doors/record.ts";
import { isUnheld } from "../../shadow-repo/doors/held.ts";
import { findWorktree, isMadeAgain } from "../../worktree/doors/worktree.ts";
import type { Call } from "../call.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import { openTurn } from "../snapshot-further.ts";
import { unrecordedIn } from "./unrecorded-in.ts";
import type { Target, Targets } from "./targets.ts";
import { slashed } from "./unrecorded-files.ts";

/** The most files and folders that are looked at for the pattern of a `find`. */
const MOST = 5000;

/**
 * The existing files that a call deletes or replaces in a folder outside of any worktree, of which no checkpoint holds
 * any. A repository below the folder is recorded while the session has an open turn, so its files can be restored,
 * unless the call deletes the whole repository. Without an open turn, only its commits can be restored, from git.
 */
export async function unrecordedWithoutGit(
  cwd: string,
  targets: Targets,
  { sessionId }: CallEvent,
  call: Call,
): Promise<string[]> {
  const isHeld = heldRoots(sessionId, call);
  const lost: string[] = [];
  const below = new Map<string, Target[]>();
  for (const target of targets.inside.flatMap(present)) {
    const name = slashed(relative(cwd, target.path));
    if (isMadeAgain(name)) continue;
    const root = findWorktree(dirname(target.path))?.root;
    if (root === undefined) lost.push(name);
    else below.set(root, [...(below.get(root) ?? []), target]);
  }
  for (const [root, inside] of below) {
    const names = await unrecordedIn(root, { ...targets, inside }, call, { fails: () => !isHeld(root) });
    lost.push(...names.map((name) => slashed(join(relative(cwd, root), name))));
  }
  return lost;
}

/**
 * A function that tells whether the session's checkpoints hold the state of a repository, or will hold it before this
 * call runs.
 */
function heldRoots(session: string | undefined, call: Call): (root: string) => boolean {
  const reach = call.isRecorded && session ? readRepositories(call.io, session) : undefined;
  if (!reach || !session || !openTurn([reach.folder, ...reach.others], session, call)) return () => false;
  return (root) => {
    const place = findPlace(call.io, root);
    return place !== undefined && !isUnheld(call.io, place, session);
  };
}

/** The target, if it exists and is no empty folder; for a pattern, all existing files that match it. */
function present(target: Target): Target[] {
  const { path } = target;
  const paths =
    !isPattern(path) || existsSync(path) ? [path] : path.includes("/**/") ? foundBelow(path) : expandPattern(path);
  return paths.filter(isThere).map((one) => ({ ...target, path: one }));
}

function isThere(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  return found !== undefined && (!found.isDirectory() || namesIn(path).length > 0);
}

/**
 * The files below a folder that match `folder/**\/name`, as `find` finds them. Folders with output of builds are
 * skipped.
 */
function foundBelow(pattern: string): string[] {
  const [top = "/", name = "*"] = pattern.split("/**/");
  const wanted = parseGlob(name);
  const folders = [top];
  const found: string[] = [];
  let looked = 0;
  for (const folder of folders)
    for (const entry of entriesIn(folder)) {
      looked += 1;
      if (looked > MOST) return found;
      const path = join(folder, entry.name);
      if (matchesWhole(wanted, [entry.name])) found.push(path);
      else if (entry.isDirectory() && !isMadeAgain(entry.name)) folders.push(path);
    }
  return found;
}
