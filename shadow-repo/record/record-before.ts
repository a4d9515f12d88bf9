import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { readSettings } from "../../worktree/doors/settings.ts";
import type { Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Labels } from "../journal/checkpoint.ts";
import { nextMoment, type Moment } from "../journal/journal-file.ts";
import type { Lateness } from "../journal/lateness.ts";
import { peekPending, putPending, type Pending, type PendingKey } from "../journal/pending.ts";
import { openShadow, type Shadow } from "../open/open-shadow.ts";
import { newId, type Place } from "../place.ts";
import { noteGit } from "../git-state/note-git.ts";
import { emptyFoldersBelow, foldersStillThere } from "../keep/empty-folders.ts";
import { hasFolders, readKeptState, type KeptFile, type KeptStateId } from "../keep/kept-state.ts";
import { keepWorktree, notKept } from "../keep/keep-worktree.ts";
import type { UnheldPath, WatchedFile } from "../keep/watched-files.ts";
import { noteWaitingRoot } from "../waiting-roots.ts";
import { headOf } from "../source/head.ts";
import { sparseDefinition } from "../source/sparse-checkout.ts";
import { noteBeyond, noteCall } from "./calls-seen.ts";
import { closeSession, isWaiting, presentOf, type Present } from "./close-open.ts";
import { completeTurn, lostFile, type UnrecordedFile } from "./complete-checkpoint.ts";
import { stampsOf } from "./unrecorded.ts";
import { throwWhereRefused } from "./recording-limits.ts";
import { readTitle } from "./session-title.ts";
import { lostInBackground, lostInOpen, watchUnheld, type Lost } from "./unheld-paths.ts";

/** The facts about a turn or call when it begins. */
export type Beginning = Pick<
  Pending,
  "promptId" | "toolName" | "tie" | "home" | "background" | "outside" | "caller" | keyof Labels
>;

/** When an event asked for a state that is captured later, by another process. */
export interface Asked {
  /** RFC 3339. */
  readonly at: string;
  /** Absent where there was no shadow repository yet. */
  readonly began?: Moment;
}

export interface BeginOptions {
  /** The turn before ends with this one. */
  readonly endsLast?: boolean | undefined;
  /** Ignored files are kept, too. */
  readonly keeps?: boolean;
  /** Files outside of the worktree that the call names. */
  readonly beside?: readonly UnheldPath[];
  /** Absent: at this moment. */
  readonly asked?: Asked;
}

/**
 * Captures the files below a folder and, with a key, keeps that state until `completeCheckpoint`. A turn that begins
 * ends the session's open turns and calls. A prompt that is added to the open turn begins none.
 */
export async function recordBefore(
  io: Io,
  place: Place,
  prefix: GitPath,
  key: PendingKey,
  beginning: Beginning = {},
  { endsLast = false, keeps = true, beside = [], asked }: BeginOptions = {},
): Promise<readonly UnrecordedFile[]> {
  throwWhereRefused(io, place);
  const shadow = await openShadow(io, place);
  const turn = peekPending(place.shadow, { kind: "turn", session: key.session });
  const { promptId } = beginning;
  if (key.kind === "turn" && promptId !== undefined && turn?.promptId === promptId) return [];
  const startedAt = beginTime(io, asked);
  const present = presentOf(shadow);
  const last = key.kind === "turn" && endsLast ? await endOfLast(io, shadow, key.session, present) : {};
  const lost = lostUntil(place, key, turn);
  if (key.kind === "turn" && isWaiting(place.shadow, key.session)) await closeSession(io, shadow, key.session, present);
  const began = beginMoment(place, asked);
  const sparse = sparseDefinition(io, place);
  const head = headOf(place.worktree);
  const { tree, skipped, coverage } = await present(prefix);
  const late = await latenessSince(io, shadow, { tree, prefix }, asked);
  const open = key.kind === "turn" ? undefined : turn;
  const inTurn = open?.id;
  const { keep, left, watched } = keeps
    ? await keepBeside(io, shadow, { prefix, turn: open, skipped, beside })
    : NOTHING_KEPT;
  const title =
    beginning.title ?? (inTurn === undefined ? undefined : turn?.title) ?? readTitle(place.shadow, key.session);
  noteWaitingRoot(io, key.session, place);
  putPending(
    place.shadow,
    key,
    {
      id: newId(),
      tree,
      prefix,
      startedAt,
      began,
      ...beginning,
      ...(!keeps && { standsIn: true as const }),
      ...defined({ title, turn: inTurn, coverage, keep }),
      ...(watched.length > 0 && { watched }),
      ...(inTurn === undefined && { unrecorded: stampsOf(place, { prefix, coverage }) }),
      ...defined({ sparse, head }),
      ...late,
    },
    io.pid,
  );
  if (inTurn !== undefined) {
    noteCall(place.shadow, inTurn, began);
    noteBeyond(place.shadow, inTurn, beginning);
  }
  const trouble = keeps ? await noteGitIfKept(io, shadow, began) : undefined;
  if (last.failure) throw last.failure;
  const files = last.ended ?? skipped;
  return [
    ...files,
    ...left,
    ...lost.map(lostFile),
    ...(trouble === undefined ? [] : [notKept({ path: ".git/", why: trouble })]),
  ];
}

/** What is kept beside a tree. */
interface KeptBeside {
  /** The state of the kept files and folders. */
  readonly keep?: KeptStateId;
  /** Ignored files of which no copy is kept. */
  readonly left: readonly Skipped[];
  /** Files that nothing holds, as these are now. */
  readonly watched: readonly WatchedFile[];
}

const NOTHING_KEPT: KeptBeside = { left: [], watched: [] };

/** Keeps ignored files and folders without files, and notes the files that nothing holds. */
async function keepBeside(
  io: Io,
  shadow: Shadow,
  { prefix, turn, ...files }: Omit<Parameters<typeof watchUnheld>[2], "unkept">,
): Promise<KeptBeside> {
  const folders = await emptyFoldersNow(io, shadow, prefix, turn);
  const { id: keep, left, unheld: unkept } = await keepWorktree(io, shadow, prefix, { folders });
  return { ...defined({ keep }), left, watched: await watchUnheld(io, shadow, { prefix, turn, unkept, ...files }) };
}

/** Losses that no end of a turn or call has told: in the background, and in turns that never ended. */
function lostUntil(place: Place, key: PendingKey, turn: Pending | undefined): readonly Lost[] {
  if (key.kind !== "turn") return turn ? [] : lostInBackground(place);
  return [...lostInBackground(place), ...lostInOpen(place, key.session)];
}

/**
 * The folders without files. Within a turn those that the turn found are looked at again: a search takes a walk, and a
 * folder that the turn made itself belongs to no state before it.
 */
async function emptyFoldersNow(
  io: Io,
  { place, engine }: Shadow,
  prefix: GitPath,
  turn: Pending | undefined,
): Promise<readonly KeptFile[]> {
  if (!(await readSettings(io, undefined)).checkpoints.keep) return [];
  const { root } = place.worktree;
  if (!turn) return emptyFoldersBelow(root, await engine.emptyFolders(prefix));
  const hasSome = turn.keep !== undefined && hasFolders(turn.keep);
  return hasSome ? foldersStillThere(root, readKeptState(place.shadow, turn.keep)?.files) : [];
}

function beginTime(io: Io, asked: Asked | undefined): string {
  return asked?.at ?? io.now().toISOString();
}

function beginMoment({ shadow }: Place, asked: Asked | undefined): Moment {
  return asked?.began ?? nextMoment(shadow);
}

/** How late a state is that was captured just now: not at all, unless an event asked for it before. */
async function latenessSince(
  io: Io,
  shadow: Shadow,
  state: Pick<Pending, "tree" | "prefix">,
  asked: Asked | undefined,
): Promise<Lateness> {
  if (!asked) return {};
  const { lateness } = await import("./lateness.ts");
  return lateness(io, shadow, { ...state, askedAt: asked.at });
}

/** Notes git's state, if the user's settings keep anything. @returns the reason why it could not be noted */
async function noteGitIfKept(io: Io, { place, engine }: Shadow, began: Moment): Promise<string | undefined> {
  if (engine.name !== "git" || !(await readSettings(io, undefined)).checkpoints.keep) return undefined;
  return noteGit(io, place, began);
}

/** The end of the turn before. Where its state is lost this turn is recorded all the same, and then that is said. */
async function endOfLast(
  io: Io,
  shadow: Shadow,
  session: string,
  present: Present,
): Promise<{ readonly ended?: readonly UnrecordedFile[] | undefined; readonly failure?: UserError }> {
  try {
    return { ended: await completeTurn(io, shadow, session, present) };
  } catch (error) {
    if (!(error instanceof UserError) || error.code !== "lostState") throw error;
    return { failure: error };
  }
}

/** Captures the files when a session begins, so that its first turn finds most of the work done. */
export async function recordBaseline(
  io: Io,
  place: Place,
  prefix: GitPath,
  session: string,
): Promise<readonly Skipped[]> {
  throwWhereRefused(io, place);
  const shadow = await openShadow(io, place);
  const { skipped } = await shadow.engine.capture({ prefix, refresh: true, checkObjects: "at a glance" });
  if (isWaiting(place.shadow, session)) await closeSession(io, shadow, session, presentOf(shadow));
  return skipped;
}
