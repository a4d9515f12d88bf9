import { existsSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { tmpdir } from "node:os";

import type { CallEvent } from "../agents/codec/hook-event.ts";
import { pathsOf } from "../call/roots-written.ts";
import { isFolder, isIn, realPath, realPathOfNew } from "../kit/files.ts";
import { homeOf } from "../kit/io.ts";
import { isDevice } from "../shell/doors/effects.ts";
import { findPlace, toGitPath } from "../shadow-repo/doors/place.ts";
import { peekPending, type UnheldPath } from "../shadow-repo/doors/record.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree, isMadeAgain } from "../worktree/doors/worktree.ts";
import { isAgentsNote } from "./block-destructive/agents-notes.ts";
import type { Call } from "./call.ts";
import { expandPattern, isPattern } from "./expand-pattern.ts";

/** The most files outside of recorded worktrees that are watched during one call. */
const MOST = 20;

/**
 * Existing files and folders outside of the session's worktrees that a call is about to write or remove, so that no
 * checkpoint holds them. Temporary files, caches and an agent's own notes are left out.
 */
export async function filesBeside(
  event: CallEvent,
  session: string,
  root: string,
  { io }: Pick<Call, "io">,
): Promise<UnheldPath[]> {
  const home = homeOf(io.env);
  const own = home === undefined ? undefined : realPath(home);
  const data = dataDir(io);
  const found = new Map<string, UnheldPath>();
  for (const word of await pathsOf(event, io.env)) {
    if (found.size >= MOST) break;
    if (!isAbsolute(word) || isDevice(word)) continue;
    for (const path of isPattern(word) && !existsSync(word) ? expandPattern(word).slice(0, MOST) : [word]) {
      const real = realPathOfNew(path);
      if (found.has(real) || isIn(real, root) || !existsSync(real)) continue;
      if (real === own || dirname(real) === real || (data !== undefined && isIn(real, realPath(data)))) continue;
      if (isMadeAnew(real, own)) continue;
      const other = findWorktree(isFolder(real) ? real : dirname(real));
      if (other && (real === other.root || isRecorded(other.root))) continue;
      const name = toGitPath(isFolder(real) ? join(real, sep) : real);
      found.set(real, { path: name, cause: other ? "elsewhere" : "outside" });
    }
  }
  return [...found.values()];

  function isRecorded(other: string): boolean {
    const place = findPlace(io, other);
    return place !== undefined && peekPending(place.shadow, { kind: "turn", session }) !== undefined;
  }
}

/**
 * Whether the loss of a file is no harm: it is in a temporary folder, in a cache or other output of a tool, or is an
 * agent's own note.
 */
function isMadeAnew(path: string, home: string | undefined): boolean {
  const isAtHome = home !== undefined && isIn(path, home);
  if (!isAtHome && isIn(path, realPath(tmpdir()))) return true;
  return isMadeAgain(isAtHome ? relative(home, path) : path.slice(1), true) || isAgentsNote(path, home);
}
