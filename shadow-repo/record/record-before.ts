import { defined } from "../../kit/defined.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
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
import { noteBeyond, noteCall, noteMissedCall } from "./calls-seen.ts";
import { closeSession, isWaiting, presentOf, type Present } from "./close-open.ts";
import { completeTurn, lostFile, type UnrecordedFile } from "./complete-checkpoint.ts";
import { stampsOf } from "./unrecorded.ts";
import { throwWhereRefused } from "./recording-limits.ts";
import { readTitle } from "./session-title.ts";
import { lostInBackground, lostInOpen, watchUnheld, type Lost } from "./unheld-paths.ts";

/** The facts about a turn or call when it begins. */
export type Beginning = Pick<
  Pending,
  "promptId" | "toolName" | "isRefused" | "tie" | "home" | "background" | "outside" | "caller" | keyof Labels
>;

/** The time of an event whose state another process captures later. */
export interface Asked {
  /** RFC 3339. */
  readonly at: string;
  /** The moment of the event; absent if there was no shadow repository yet. */
  readonly began?: Moment;
}

export interface BeginOptions {
  /** Whether the session's former turn ends when this turn begins. */
  readonly endsLast?: boolean | undefined;
  /** Whether ignored files are kept, too. */
  readonly keeps?: boolean;
  /** Files outside of the worktree that the call names. */
  readonly beside?: readonly UnheldPath[];
  /** The earlier event that asked for the state; absent if the state is asked for now. */
  readonly asked?: Asked;
}

/**
 * Captures the files below a folder and, with a key, keeps that state until `completeCheckpoint`. A turn that begins
 * ends the session's open turns and calls. A prompt that is added to the open turn begins no new turn.
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
  const last = await endOfLast(io, shadow, key, { present, endsLast, turn });
  const began = beginMoment(place, asked);
  const sparse = sparseDefinition(io, place);
  const head = headOf(place.worktree);
  const { tree, skipped, coverage } = await present(prefix);
  const late = await latenessSince(io, shadow, { tree, prefix }, asked);
  const open = key.kind === "turn" ? undefined : turn;
  const inTurn = open?.id;
  const isOn = keeps && shadow.checkpoints.keep !== false;
  const { keep, left, watched, output } = keeps
    ? await keepBeside(io, shadow, { prefix, turn: open, skipped, beside, isOn })
    : NOTHING_KEPT;
  const title = beginning.title ?? open?.title ?? readTitle(place.shadow, key.session);
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
      ...(output.length > 0 && { output }),
      ...(inTurn === undefined && { unrecorded: stampsOf(place, { prefix, coverage }) }),
      ...defined({ sparse, head }),
      ...late,
    },
    io.pid,
  );
  if (inTurn !== undefined) noteInTurn(place.shadow, inTurn, { ...beginning, ...late, began, tree });
  const trouble = isOn ? noteGitOf(io, shadow, began) : undefined;
  if (last.failure) throw last.failure;
  const files = last.ended ?? skipped;
  return [
    ...files,
    ...left,
    ...last.lost.map(lostFile),
    ...(trouble === undefined ? [] : [notKept({ path: ".git/", why: trouble })]),
  ];
}

/** Adds a call that begins to the notes about its turn. */
function noteInTurn(
  shadow: string,
  turn: string,
  { began, tree, holdsFrom, ...beyond }: Beginning & Lateness & Pick<Pending, "began" | "tree">,
): void {
  noteCall(shadow, turn, began, tree);
  noteBeyond(shadow, turn, beyond);
  if (holdsFrom !== undefined) noteMissedCall(shadow, turn);
}

/** The kept files and the notes that belong to a captured tree. */
interface KeptBeside {
  /** The state of the kept files and folders. */
  readonly keep?: KeptStateId;
  /** Ignored files of which no copy is kept. */
  readonly left: readonly Skipped[];
  /** Files that neither a checkpoint nor a kept copy holds, as they are now. */
  readonly watched: readonly WatchedFile[];
  /** Ignored folders that a tool makes again. */
  readonly output: readonly GitPath[];
}

const NOTHING_KEPT: KeptBeside = { left: [], watched: [], output: [] };

/**
 * Keeps ignored files and folders without files, and notes the files that neither a checkpoint nor a kept copy holds.
 */
async function keepBeside(
  io: Io,
  shadow: Shadow,
  { prefix, turn, ...files }: Omit<Parameters<typeof watchUnheld>[1], "unkept">,
): Promise<KeptBeside> {
  const folders = files.isOn ? await emptyFoldersNow(shadow, prefix, turn) : [];
  const { id: keep, left, unheld: unkept, output } = await keepWorktree(io, shadow, prefix, { folders });
  const watched = await watchUnheld(shadow, { prefix, turn, unkept, ...files });
  return { ...defined({ keep }), left, watched, output };
}

/**
 * Lost files that no end of a turn or call has reported: a background command removed them, or their turn never ended.
 */
function lostUntil(place: Place, key: PendingKey, turn: Pending | undefined): readonly Lost[] {
  if (key.kind !== "turn") return turn ? [] : lostInBackground(place);
  return [...lostInBackground(place), ...lostInOpen(place, key.session)];
}

/**
 * The folders without files. Within a turn only the folders that were found at the turn's beginning are checked again,
 * since a new search would walk the worktree and find folders that the turn made itself.
 */
async function emptyFoldersNow(
  { place, engine }: Shadow,
  prefix: GitPath,
  turn: Pending | undefined,
): Promise<readonly KeptFile[]> {
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

/** How late a state was captured; empty if no earlier event had asked for it. */
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

/** Notes the state of the git that the engine runs. @returns the reason why it could not be noted */
function noteGitOf(io: Io, { place, engine }: Shadow, began: Moment): string | undefined {
  return engine.name === "git" ? noteGit(io, place, began) : undefined;
}

/** The end of the steps before a new one. */
interface EndOfLast {
  /** The files of the former turn that are not recorded. */
  readonly ended?: readonly UnrecordedFile[] | undefined;
  readonly failure?: UserError;
  readonly lost: readonly Lost[];
}

/** Ends the steps of the session that a turn's beginning ends, and finds the files that were lost until then. */
async function endOfLast(
  io: Io,
  shadow: Shadow,
  key: PendingKey,
  {
    present,
    endsLast,
    turn,
  }: { readonly present: Present; readonly endsLast: boolean; readonly turn: Pending | undefined },
): Promise<EndOfLast> {
  const { place } = shadow;
  if (key.kind !== "turn") return { lost: lostUntil(place, key, turn) };
  const completed = endsLast ? await completeLast(io, shadow, key.session, present) : {};
  const lost = lostUntil(place, key, turn);
  if (isWaiting(place.shadow, key.session)) await closeSession(io, shadow, key.session, present);
  return { ...completed, lost };
}

/**
 * Completes the session's former turn. If that turn's state is lost, the error is returned as `failure`, so that the
 * new turn is recorded nevertheless.
 */
async function completeLast(
  io: Io,
  shadow: Shadow,
  session: string,
  present: Present,
): Promise<Omit<EndOfLast, "lost">> {
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
