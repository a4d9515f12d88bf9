import { diskTrouble } from "../kit/disk-trouble.ts";
import { UserError, type UserErrorCode } from "../kit/user-error.ts";
import { merge, nothing, type Outcome } from "../agents/codec/outcome.ts";
import {
  forgetWaitingRoots,
  inSoundShadow,
  lateBefore,
  noteUnheld,
  peekPending,
  recordInTime,
  waitingRoots,
} from "../shadow-repo/doors/record.ts";
import { placeOfRoot, setDamagedAside, type Place } from "../shadow-repo/doors/place.ts";
import type { Call } from "./call.ts";
import { onlyReads } from "../call/only-reads.ts";
import { endedBy, noticeOfGitLosses } from "./snapshot-git.ts";
import { endOfStep, endsStep, isCall, isPrompt, keyOf, type SnapshotEvent } from "./snapshot-key.ts";
import { callOf, endIn, recordHere, scopeOf } from "./record-here.ts";
import { lostAmongFiles, tellLost } from "./snapshot-lost.ts";
import {
  aboutFolder,
  aboutLateState,
  aboutNoWorktree,
  aboutRecording,
  aboutSubFolder,
  aboutUnreached,
  noticeOfUnrecorded,
  sayOnce,
  type Listener,
} from "./snapshot-notices.ts";

/**
 * Errors that repeat at every event, such as a refused worktree, a missing git or a full disk. A session gets one
 * notice about each.
 */
const LASTING: ReadonlySet<UserErrorCode> = new Set([
  "refusedWorktree",
  "tooMuch",
  "noGit",
  "needsGit",
  "gitDiffers",
  "fullDisk",
  "lostObjects",
]);

/** An event for `snapshot`, which may or may not record something. */
export interface Recording {
  readonly event: SnapshotEvent;
  readonly session: string;
  /** The worktree of the event's folder; `undefined` if there is none. */
  readonly place: Place | undefined;
}

/** Records an event for `snapshot`, which does not call this for calls that need no record. */
export async function recordEvent({ event, session, place }: Recording, call: Call): Promise<Outcome> {
  const listener = place && { session, root: place.worktree.root, call };
  // The worktree of the event comes first, in case that the time does not suffice for the session's other repositories.
  const first = place && listener && event.name === "turn_end" ? await atWork(event, place, listener) : undefined;
  const said = await elsewhere(event, session, place, call);
  if (first) return merge(first, said);
  if (!place || !listener) return merge(said, await inNoWorktree(event, session, call));
  return merge(merge(said, aboutSubFolder(event, place, listener)), await atWork(event, place, listener));
}

/** Records an event in a folder without a worktree: in the repositories below the folder, if there are any. */
async function inNoWorktree(event: SnapshotEvent, session: string, call: Call): Promise<Outcome> {
  if (!isCall(event) && event.name !== "session_start" && event.name !== "turn_start") return nothing;
  const listener = { session, root: event.cwd ?? "", call };
  if (isCall(event)) {
    const key = keyOf(event, session);
    if (!key || (await onlyReads(event))) return nothing;
    const { recordWritten } = await import("./snapshot-joined.ts");
    return aboutUnreached(await recordWritten({ event, key, own: undefined }, call), listener);
  }
  const { beginInFolder } = await import("./snapshot-further.ts");
  const begun = await beginInFolder(event, session, call);
  if (!begun) return aboutNoWorktree(event, session, call);
  return merge(aboutFolder(begun.reach, listener), aboutUnreached(begun.unreached, listener));
}

/** Records an event in the worktree of the event's folder. */
async function atWork(event: SnapshotEvent, place: Place, listener: Listener): Promise<Outcome> {
  const { session, call } = listener;
  const { io } = call;
  const ends = endsStep(event);
  const once = (sentence: string) => sayOnce(listener, sentence);
  try {
    // A damaged shadow repository is set aside before anything is read from it.
    const damaged = setDamagedAside(io, place);
    const ended = damaged === undefined ? endedBy(event, session, place) : undefined;
    const recorded = await inSoundShadow(io, place, async () => recordHere(event, session, place, call));
    const { result, mended, begunAnew: aside = damaged } = recorded;
    if (aside !== undefined) {
      // The state before this turn or call is lost with the damaged repository, so there is no checkpoint. A new
      // baseline is the state before the next turn or call.
      if (ends) await recordInTime(io, place, { kind: "baseline", session, prefix: scopeOf(event, place) });
      return { notice: [aside] };
    }
    if (mended !== undefined) return { notice: [mended] };
    const { skipped: files, unreached = [] } = result;
    const skipped = files.filter(({ lost }) => lost === undefined);
    const gone = await tellLost(lostAmongFiles(files), event, listener);
    const own = aboutRecording(event, place, skipped, listener);
    const told = merge(merge(own, aboutUnreached(unreached, listener)), gone);
    const late = await aboutLateState(event, place, ended, listener);
    const lost = ended ? await noticeOfGitLosses(ended, event, place, listener) : nothing;
    const unrecorded = ends || event.endsWithNext ? noticeOfUnrecorded(skipped, listener) : nothing;
    return [told, late, unrecorded, lost].reduce(merge);
  } catch (error) {
    // If nothing can be written, snapveil cannot note that the user has got the notice. So the notice is only shown at
    // the start of a session.
    const unforgotten = (why: string) => {
      const sentence = `snapveil records no checkpoints: ${why}`;
      const told = once(sentence);
      return event.name === "session_start" ? { notice: [sentence] } : told;
    };
    const trouble = error instanceof UserError ? error : diskTrouble(error);
    if (trouble?.code === "cannotWrite" || trouble?.code === "noAccess") return unforgotten(trouble.message);
    if (!trouble || !LASTING.has(trouble.code)) throw error;
    noteUnheld(io, place, session);
    return once(`snapveil records no checkpoints: ${trouble.message}`);
  }
}

/**
 * Ends the records of this session in other worktrees. There are some if the session has several worktrees, if the
 * agent's folder follows its shell, or if the worktree's `.git` was deleted.
 */
async function elsewhere(event: SnapshotEvent, session: string, own: Place | undefined, call: Call): Promise<Outcome> {
  if (isCall(event) || isPrompt(event)) return nothing;
  const { io } = call;
  const key = keyOf(event, session);
  if (endsStep(event) && !key) return nothing;
  let said = nothing;
  for (const root of waitingRoots(io, session, own?.data)) {
    const place = root === own?.worktree.root ? undefined : placeOfRoot(io, root);
    if (!place || (key?.kind === "call" && !peekPending(place.shadow, key) && !lateBefore(io, place, key))) continue;
    if (continuesTurn(event, session, place)) continue;
    said = merge(said, await endRecord(event, place, { session, root, call }));
  }
  if (event.name === "session_end") forgetWaitingRoots(io, session);
  return said;
}

/** Whether an event is a prompt that was added to the turn that goes on in a worktree. */
function continuesTurn(event: SnapshotEvent, session: string, { shadow }: Place): boolean {
  if (event.name !== "turn_start" || event.promptId === undefined) return false;
  return peekPending(shadow, { kind: "turn", session })?.promptId === event.promptId;
}

/** Ends the session's turn or call in another worktree than the event's. */
async function endRecord(event: SnapshotEvent, place: Place, listener: Listener): Promise<Outcome> {
  const { session, call } = listener;
  const { io } = call;
  const key = endOfStep(event, session);
  let said = nothing;
  try {
    const waited = endedBy(event, session, place);
    const files = (key && (await recordInTime(io, place, { kind: "after", key, call: callOf(event) }))) ?? [];
    said = noticeOfUnrecorded(files, listener);
    said = merge(said, await tellLost(lostAmongFiles(files), event, listener));
    if (waited) said = merge(said, await noticeOfGitLosses(waited, event, place, listener));
    if (!endsStep(event)) await recordInTime(io, place, { kind: "close", session });
    if (event.name === "session_end") endIn(place, session, call);
    return said;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    // At the beginning of a turn no notice is needed, since undo can mostly still offer the change.
    return endsStep(event) ? merge(said, sayOnce(listener, `snapveil made no checkpoint: ${error.message}`)) : said;
  }
}
