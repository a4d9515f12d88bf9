import { existsSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { tmpdir } from "node:os";

import type { CallEvent } from "../agents/codec/hook-event.ts";
import { callView } from "../call/call-view.ts";
import { outsideOf, pathsOf } from "../call/roots-written.ts";
import { isFolder, isIn, realPath } from "../kit/files.ts";
import { homeOf, type Io } from "../kit/io.ts";
import { findPlace, toGitPath, type Place } from "../shadow-repo/doors/place.ts";
import { peekPending, type UnheldPath } from "../shadow-repo/doors/record.ts";
import { isMadeAgain } from "../worktree/doors/worktree.ts";
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
  { worktree: { root }, data: state }: Place,
  { io }: Pick<Call, "io">,
): Promise<UnheldPath[]> {
  const home = homeOf(io.env);
  const own = home === undefined ? undefined : realPath(home);
  const data = realPath(state);
  const found = new Map<string, UnheldPath>();
  for (const { real } of outsideOf(await pathsOf(event, io.env), root, expanded)) {
    if (found.size >= MOST) break;
    if (found.has(real) || !existsSync(real) || isUnwatched(real, own, data)) continue;
    const folder = isFolder(real) ? real : dirname(real);
    const other = callView(event).worktreeAt(folder);
    if (other && (real === other.root || isRecorded(io, other.root, session))) continue;
    const name = toGitPath(real === folder ? join(real, sep) : real);
    found.set(real, { path: name, cause: other ? "elsewhere" : "outside" });
  }
  return [...found.values()];
}

/** The paths that a word of a command stands for. */
function expanded(word: string): readonly string[] {
  return isPattern(word) && !existsSync(word) ? expandPattern(word).slice(0, MOST) : [word];
}

function isRecorded(io: Io, root: string, session: string): boolean {
  const place = findPlace(io, root);
  return place !== undefined && peekPending(place.shadow, { kind: "turn", session }) !== undefined;
}

/** Whether a path is not watched: the whole home folder or disk, our own state, and files that a tool makes again. */
function isUnwatched(real: string, home: string | undefined, data: string): boolean {
  const isWhole = real === home || dirname(real) === real;
  return isWhole || isIn(real, data) || isMadeAnew(real, home);
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
