import { relative } from "node:path";

import { EXCLUDED, isNotKept, type Skipped } from "../shadow-repo/doors/held.ts";
import { leftOutSentence, placeOf, toText, type Place } from "../shadow-repo/doors/place.ts";
import {
  budgetWarning,
  lateBefore,
  lateFailure,
  type Lateness,
  type SessionRepositories,
  type UnrecordedFile,
} from "../shadow-repo/doors/record.ts";
import type { Unreached } from "../shadow-repo/doors/checkpoint.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import type { EventName } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { merge, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { printable, shortened } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { forPerson, isFirstTime, tellLater } from "../session/said.ts";
import type { Call } from "./call.ts";

/** A worktree, and the session in which the notices about it are shown. */
export interface Listener {
  readonly session: string;
  readonly root: string;
  readonly call: Call;
}

/** A notice that is told once a session, at the first event at which the agent shows notices. */
export function sayOnce({ session, root, call }: Listener, sentence: string): Outcome {
  const isNew = call.dropsNotices !== true && isFirstTime(call.io, [session, root, sentence]);
  return isNew ? { notice: [sentence] } : nothing;
}

/**
 * Tells sentences to the user and the model. If this event cannot show a text to one of the two, the next event that
 * can does.
 */
export function sayToBoth(texts: readonly string[], { dialect, sessionId }: HookEvent, { call }: Listener): Outcome {
  const { io, isUnheard = false, dropsNotices = false } = call;
  if (sessionId && isUnheard) tellLater(io, [dialect, sessionId], texts);
  if (sessionId && dropsNotices) tellLater(io, forPerson(dialect, sessionId), texts);
  return { ...(!isUnheard && { context: texts }), ...(!dropsNotices && { notice: texts }) };
}

/**
 * What the user and the model are told if nothing can be recorded in the session's folder, at the beginning of the
 * session or a turn. Guards still run.
 */
export function aboutNoWorktree({ name, cwd, dialect }: HookEvent, session: string, call: Call): Outcome {
  const { io, dropsNotices = false, isUnheard = false } = call;
  if (!isBeginning(name) || !cwd || call.standsIn) return nothing;
  // A session is told once, even if its shell moves on to other folders. Without a data folder this cannot be noted, so
  // only the start of the session tells it.
  const isNew = (...words: string[]) =>
    dataDir(io) === undefined ? name === "session_start" : isFirstTime(io, [session, "no worktree", ...words]);
  const isToModel = isNew("model");
  if (isToModel && isUnheard) tellLater(io, [dialect, session], [NOTHING_BACK]);
  return {
    ...(isToModel && !isUnheard && { context: [NOTHING_BACK] }),
    ...(!dropsNotices &&
      isNew() && {
        notice: [`snapveil records no checkpoints here: ${whyNoPlace(io, cwd)} ${NO_WITNESS} The guards go on.`],
      }),
  };
}

/** What it means for the user and for the model that nothing is recorded. */
const NO_WITNESS = "Nothing brings back what a call here overwrites or deletes, and no loss is told.";
const NOTHING_BACK =
  "snapveil records nothing in this folder, since it is in no git worktree: nothing brings back what a call here " +
  "overwrites or deletes. Keep a copy of a file that is needed before a command replaces or deletes it.";

/** The notice that the session's folder is no worktree, but the repositories below it are recorded. */
export function aboutFolder({ others: further }: SessionRepositories, listener: Listener): Outcome {
  if (listener.call.standsIn) return nothing;
  const names = further.map((root) => relative(listener.root, root) || root).map(printable);
  return sayOnce(
    listener,
    `snapveil records the repositories below this folder: ${shortened(names)}. Files of the folder that are in ` +
      "none of them are in no checkpoint.",
  );
}

/** The notices about repositories of the session in which the present turn is not recorded. */
export function aboutUnreached(unreached: readonly Unreached[], listener: Listener): Outcome {
  return unreached
    .map(({ worktree, why }) =>
      sayOnce(listener, `snapveil did not record ${printable(worktree)}, so undo leaves that as it is: ${why}`),
    )
    .reduce(merge, nothing);
}

function whyNoPlace(io: Io, folder: string): string {
  try {
    const { worktree } = placeOf(io, folder);
    return `${printable(worktree.gitDir)} is gone. What was recorded can be put back all the same.`;
  } catch (error) {
    if (error instanceof UserError) return error.message.replace(/([^.!?])$/, "$1.");
    throw error;
  }
}

/** The notice that only a sub-folder of the worktree is recorded, since the agent's session stays in it. */
export function aboutSubFolder({ name, recordsFolder }: HookEvent, { prefix }: Place, listener: Listener): Outcome {
  if (!isBeginning(name) || !recordsFolder || prefix === "" || listener.call.standsIn) return nothing;
  return sayOnce(
    listener,
    `snapveil records and undoes only what lies below ${printable(toText(prefix))}, since this session was started ` +
      "there. For the whole project, start it in the project's top folder.",
  );
}

/**
 * The notice at the end of a turn about files that the turn created, changed or deleted and that no checkpoint holds.
 * Each path is told once a session.
 */
export function noticeOfUnrecorded(files: readonly UnrecordedFile[], listener: Listener): Outcome {
  const { session, root, call } = listener;
  if (call.dropsNotices || call.standsIn) return nothing;
  // A file that the settings exclude needs no notice.
  const changed = files.filter((file) => file.change !== undefined && file.why !== EXCLUDED);
  const unsaid = changed.filter(({ path }) => isFirstTime(call.io, [session, root, "unrecorded", path]));
  const gone = unsaid.filter(({ change }) => change === "gone").map(({ path }) => inWords(path));
  const others = unsaid.filter(({ change }) => change !== "gone").map(named);
  const sentences = [
    ...(others.length > 0 ? [`snapveil did not record ${shortened(others)}: undo leaves that as it is.`] : []),
    ...(gone.length > 0
      ? [`snapveil had no record of ${shortened(gone)}, gone in this turn: undo cannot bring that back.`]
      : []),
  ];
  return sentences.length > 0 ? { notice: sentences } : nothing;
}

/**
 * The notice if the state before a turn was only recorded while the turn was running, is still not recorded at the
 * turn's end, or could not be recorded at all.
 */
export async function aboutLateState(
  { name }: HookEvent,
  place: Place,
  ended: Lateness | undefined,
  listener: Listener,
): Promise<Outcome> {
  const { call, session } = listener;
  const failed = lateFailure(place);
  if (failed) return sayOnce(listener, `snapveil records no checkpoints: ${failed.why}`);
  if (name === "turn_end" && lateBefore(call.io, place, { kind: "turn", session }))
    return sayOnce(
      listener,
      "snapveil is still recording the state before this turn: what changed until then is not in its checkpoint. " +
        "See: snapveil status",
    );
  if (ended?.holdsFrom === undefined) return nothing;
  const { lateInWords } = await import("../shadow-repo/doors/look.ts");
  return sayOnce(listener, `snapveil: ${lateInWords(ended, "this turn")}`);
}

/** The notices about a recording after it is done. */
export function aboutRecording(
  { name }: HookEvent,
  place: Place,
  skipped: readonly Skipped[],
  listener: Listener,
): Outcome {
  const once = (sentence: string) => sayOnce(listener, sentence);
  const leftOut = leftOutSentence(listener.call.io, place);
  if (leftOut !== undefined) return once(leftOut);
  const warning = budgetWarning(place);
  if (warning !== undefined && name !== "session_end") {
    const told = once(warning);
    if (told.notice) return told;
  }
  const left = isBeginning(name) ? skipped.filter(isNotKept) : [];
  if (left.length > 0) return once(aboutNotKept(left));
  // Files that were left out for other reasons are only named at the start of a session, since a notice interrupts an
  // agent at work.
  return name === "session_start" && skipped.length > 0 ? once(sentenceOf(skipped)) : nothing;
}

function isBeginning(name: EventName): boolean {
  return name === "session_start" || name === "turn_start";
}

function aboutNotKept(left: readonly Skipped[]): string {
  const names = left.map(({ path, why }) => named({ path: path || "ignored files", why }));
  return `snapveil cannot bring back ${shortened(names)} once an agent deletes it. See: snapveil status`;
}

function sentenceOf(skipped: readonly Skipped[]): string {
  return `snapveil does not record ${shortened(skipped.map(named))}. See: snapveil status`;
}

/** A path with the reason why it was left out. */
function named({ path, why }: Skipped): string {
  return `${inWords(path)} (${why})`;
}

function inWords(path: string): string {
  return printable(toText(path));
}
