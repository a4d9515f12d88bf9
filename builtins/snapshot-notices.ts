import { relative } from "node:path";

import { EXCLUDED, isLeftOutInHaste, isNotKept, type Skipped } from "../shadow-repo/doors/held.ts";
import { leftOutSentence, placeOf, toText, type Place } from "../shadow-repo/doors/place.ts";
import {
  budgetWarning,
  type Rest,
  type SessionRepositories,
  type UnrecordedFile,
} from "../shadow-repo/doors/record.ts";
import type { Unreached } from "../shadow-repo/doors/checkpoint.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import type { EventName } from "../agents/codec/events.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { merge, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { isFirstTime } from "../session/said.ts";
import type { Call } from "./call.ts";

/** Names that one notice shows. */
const SHOWN = 3;

/** The session that hears of a worktree, and the worktree. */
export interface Listener {
  readonly session: string;
  readonly root: string;
  readonly call: Call;
}

/** Says a sentence once a session, at the first event at which the agent shows it. */
export function sayOnce({ session, root, call }: Listener, sentence: string): Outcome {
  const isNew = call.dropsNotices !== true && isFirstTime(call.io, [session, root, sentence]);
  return isNew ? { notice: [sentence] } : nothing;
}

/**
 * The notice if nothing can be recorded in the session's folder, at the beginning of the session or a turn. Guards run
 * all the same.
 */
export function aboutNoWorktree({ name, cwd }: HookEvent, session: string, call: Call): Outcome {
  if (!isBeginning(name) || !cwd || call.standsIn || call.dropsNotices) return nothing;
  const sentence = `snapveil records no checkpoints here: ${whyNoPlace(call.io, cwd)} What guards goes on.`;
  // The session has heard the sentence, whatever folder the shell goes to next. If nothing can remember, only its
  // beginning says it.
  const isNew =
    dataDir(call.io) === undefined ? name === "session_start" : isFirstTime(call.io, [session, "no worktree"]);
  return isNew ? { notice: [sentence] } : nothing;
}

/** The notice if the session's folder is no worktree, and the repositories below it are recorded. */
export function aboutFolder({ others: further }: SessionRepositories, listener: Listener): Outcome {
  if (listener.call.standsIn) return nothing;
  const names = further.map((root) => relative(listener.root, root) || root).map(printable);
  return sayOnce(
    listener,
    `snapveil records the repositories below this folder: ${listed(names)}. Files of the folder that are in none of ` +
      "them are in no checkpoint.",
  );
}

/** Repositories of the session in which this turn is not recorded. */
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

/**
 * The notice if the agent's session is in a sub-folder and stays there: its work elsewhere in the worktree is in no
 * checkpoint.
 */
export function aboutSubFolder({ name, recordsFolder }: HookEvent, { prefix }: Place, listener: Listener): Outcome {
  if (!isBeginning(name) || !recordsFolder || prefix === "" || listener.call.standsIn) return nothing;
  return sayOnce(
    listener,
    `snapveil records and undoes only what lies below ${printable(toText(prefix))}, since this session was started ` +
      "there. For the whole project, start it in the project's top folder.",
  );
}

/**
 * The notice at the end of a turn about files that it made, changed or removed and that no checkpoint holds; each path
 * once a session.
 */
export function noticeOfUnrecorded(files: readonly UnrecordedFile[], listener: Listener): Outcome {
  const { session, root, call } = listener;
  if (call.dropsNotices || call.standsIn) return nothing;
  // The settings leave a file out on purpose; a file that only haste leaves out is named with the reason.
  const isKnown = (file: UnrecordedFile) => file.why === EXCLUDED || isLeftOutInHaste(file);
  const changed = files.filter((file) => file.change !== undefined && !isKnown(file));
  const unsaid = changed.filter(({ path }) => isFirstTime(call.io, [session, root, "unrecorded", path]));
  const gone = unsaid.filter(({ change }) => change === "gone").map(({ path }) => inWords(path));
  const others = unsaid.filter(({ change }) => change !== "gone").map(named);
  const sentences = [
    ...(others.length > 0 ? [`snapveil did not record ${listed(others)}: undo leaves that as it is.`] : []),
    ...(gone.length > 0
      ? [`snapveil had no record of ${listed(gone)}, gone in this turn: undo cannot bring that back.`]
      : []),
  ];
  return sentences.length > 0 ? { notice: sentences } : nothing;
}

/** The notices about the recording itself, once it is done. */
export function aboutRecording(
  { name }: HookEvent,
  place: Place,
  skipped: readonly Skipped[],
  { rest, ...listener }: Listener & { readonly rest: Rest | undefined },
): Outcome {
  const once = (sentence: string) => sayOnce(listener, sentence);
  const leftOut = leftOutSentence(place);
  if (leftOut !== undefined) return once(leftOut);
  const warning = budgetWarning(place);
  if (warning !== undefined && name !== "session_end") {
    const told = once(warning);
    if (told.notice) return told;
  }
  const left = isBeginning(name) ? skipped.filter(isNotKept) : [];
  if (left.length > 0) return once(aboutNotKept(left));
  const inHaste = rest ? skipped.filter(isLeftOutInHaste) : [];
  if (rest && inHaste.length > 0) return once(`${sentenceOf(inHaste)}. The reason: ${rest.why}`);
  // Only when a session begins, and there only once: an agent at work is not to be interrupted.
  return name === "session_start" && skipped.length > 0 ? once(sentenceOf(skipped)) : nothing;
}

function isBeginning(name: EventName): boolean {
  return name === "session_start" || name === "turn_start";
}

function aboutNotKept(left: readonly Skipped[]): string {
  const names = left.map(({ path, why }) => named({ path: path || "ignored files", why }));
  return `snapveil cannot bring back ${listed(names)} once an agent deletes it. See: snapveil status`;
}

function sentenceOf(skipped: readonly Skipped[]): string {
  return `snapveil does not record ${listed(skipped.map(named))}. See: snapveil status`;
}

function listed(words: readonly string[]): string {
  return words.slice(0, SHOWN).join(", ") + (words.length > SHOWN ? ` and ${words.length - SHOWN} more` : "");
}

/** A skipped path with the reason. */
function named({ path, why }: Skipped): string {
  return `${inWords(path)} (${why})`;
}

function inWords(path: string): string {
  return printable(toText(path));
}
