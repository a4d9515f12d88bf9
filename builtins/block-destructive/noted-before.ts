import { existsSync } from "node:fs";
import { join, resolve } from "node:path";

import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { callView } from "../../call/call-view.ts";
import { onlyReads } from "../../call/only-reads.ts";
import { namesIn, realPath } from "../../kit/files.ts";
import { gitNoted, notePassed, type WholeNote } from "../../shadow-repo/doors/record.ts";
import { findPlace, type Place } from "../../shadow-repo/doors/place.ts";
import { isAllCommitted } from "./work-of-repository.ts";
import type { Call } from "../call.ts";
import { safeGit } from "../safe-git.ts";
import { withShareOfTime } from "../share-of-time.ts";
import type { RuleMatch } from "./script-verdict.ts";
import { mayGoOn, SHARE } from "./kept-before.ts";
import { placeRecordedBefore } from "./recorded.ts";

/** Milliseconds that git may take to tell whether a worktree has changes. */
const PATIENCE = 2000;
/** Variables that make git use another repository than that of its folder, or other objects. */
const ELSEWHERE = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_NAMESPACE"];
/**
 * Matches a command that makes a stash. The note of git's state before the call does not hold such a stash, so its
 * removal cannot be undone.
 */
const MAKES_STASH = /\bgit\b[^;|&\n]*\sstash\b(?!\s+(?:drop|clear|list|show|pop|apply|branch)\b)/;

/**
 * Whether everything that a command takes away from git (refs, stashes, reflogs, a linked worktree) can be returned
 * from a note of git's state before the call. This function makes the note, since guards run before `snapshot`.
 */
export async function isNotedBefore(match: RuleMatch, event: CallEvent, call: Call): Promise<boolean> {
  const { rule, view, folder } = match;
  const wanted = rule.noted?.(view);
  const place = wanted && folder !== undefined ? noteablePlace(match, wanted.folder, event, call) : undefined;
  if (!wanted || !place || folder === undefined) return false;
  if (callView(event).scriptsRun.some((script) => MAKES_STASH.test(script)) || (await onlyReads(event))) return false;
  const note = await callView(event).once(isNotedBefore, async () => noteNow(place, call));
  if (!note || !isHeld(note, wanted, match, call)) return false;
  notePassed(call.io, place, event.sessionId ?? "");
  return true;
}

/**
 * The place of the repository in which a command works, if git's state in it can be noted before the call; else
 * `undefined`.
 */
function noteablePlace({ view, folder }: RuleMatch, to: string, event: CallEvent, call: Call): Place | undefined {
  const { io } = call;
  // `snapveil explain`, which sets `remark`, must write nothing.
  if (view.elsewhere || call.standsIn || call.remark !== undefined || mayGoOn(event)) return undefined;
  if (ELSEWHERE.some((name) => io.env[name] !== undefined || view.variable(name) !== undefined)) return undefined;
  if (view.assigned.some((one) => one.startsWith("GIT_"))) return undefined;
  const place = placeRecordedBefore(event, call);
  if (!place || place.withoutGit) return undefined;
  return findPlace(io, resolve(folder!, to))?.worktree.root === place.worktree.root ? place : undefined;
}

async function noteNow(place: Place, { io }: Call): Promise<WholeNote | undefined> {
  try {
    return await gitNoted(withShareOfTime(io, SHARE), place);
  } catch {
    return undefined; // a checkpoint fails for the same cause, and `snapshot` reports it
  }
}

function isHeld(
  note: WholeNote,
  { what, path, folder: to }: NonNullable<ReturnType<NonNullable<RuleMatch["rule"]["noted"]>>>,
  { view }: RuleMatch,
  call: Call,
): boolean {
  if (what === "refs") return true;
  if (what === "reflogs") return note.holdsReflogs();
  const [place] = path === undefined ? [] : view.places([/^[~/]/.test(path) ? path : join(to, path)]);
  return place?.path !== undefined && isCleanWorktree(note, realPath(place.path), call);
}

/**
 * Whether a linked worktree loses nothing if it is removed: except for output of builds, all its files are in its
 * commit, and no merge or rebase is in progress.
 */
function isCleanWorktree({ state }: WholeNote, root: string, { io }: Call): boolean {
  const checkout = state.checkouts.slice(1).find((one) => one.root !== undefined && realPath(one.root) === root);
  if (!checkout || namesIn(`${checkout.gitDir}/refs`).length > 0) return false;
  const open = ["rebase-merge", "rebase-apply", "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "BISECT_LOG"];
  if (open.some((name) => existsSync(`${checkout.gitDir}/${name}`))) return false;
  const git = safeGit(io, root, { needsWorktree: true, patience: PATIENCE });
  return git?.root === root && isAllCommitted(git);
}
