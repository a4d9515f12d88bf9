import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { isOfFolder } from "../repository-notes.ts";
import { liveCheckpoints, stepsOf, type History, type StoredCheckpoint } from "../journal/history.ts";
import { allPending } from "../journal/pending.ts";
import { redoable } from "../journal/redoable.ts";
import { readHistory } from "../journal/replay.ts";
import { damageOf, oddityOf } from "../open/sound-shadow.ts";
import { findPlace, type Place } from "../place.ts";
import { refusal } from "../record/recording-limits.ts";
import { placesAround, placesWith } from "../places.ts";

/**
 * `all undone`: every step was taken back, and a redo brings the last ones back. `going on`: no step has ended yet, and
 * an undo would end the open ones first, if these changed a file.
 */
export type UndoState = "ready" | "going on" | "all undone" | "nothing yet" | "not here" | "not recorded" | "damaged";

/** The facts about a folder's checkpoints that its journals alone tell. */
export interface RecordedHere {
  readonly undo: UndoState;
  /** The numbers of prompts that have not ended, and of calls that have not ended and belong to no such prompt. */
  readonly open: { readonly prompts: number; readonly calls: number };
  /** The newest checkpoint of the folder's own repository, undone ones included; absent if there is none. */
  readonly newest?: Pick<StoredCheckpoint, "agent" | "createdAt">;
  /**
   * The number of turns that changed files of the folder's own repository since the asked moment, undone ones included;
   * absent if none was asked for.
   */
  readonly turns?: number;
}

const NOTHING_OPEN: RecordedHere["open"] = { prompts: 0, calls: 0 };

/**
 * Reads whether an undo has a step to take back. Only journals are read, since a status line that is drawn after each
 * message must not wait for a capture, so the files that an open turn or call changed are not known.
 * @param since from when on turns are counted
 */
export function recordedHere(io: Io, folder: string, since?: Date): RecordedHere {
  const data = dataDir(io);
  const own = data && existsSync(folder) ? findPlace(io, folder) : undefined;
  const places = own ? placesWith({ ...own, prefix: "" }) : data && placesAround(data, folder);
  if (!places) return { undo: "not here", open: NOTHING_OPEN };
  if (own && (damageOf(own) ?? oddityOf(own)) !== undefined) return { undo: "damaged", open: NOTHING_OPEN };
  const others = places.all.filter(({ worktree }) => worktree.root !== own?.worktree.root);
  const mine = own && readHistory(own.shadow);
  const open = openIn([...(own ? [own] : []), ...others], places.root);
  const newest = mine?.checkpoints.at(-1);
  const isReady =
    (mine && hasStep(mine)) || others.some((other) => hasStep(readHistory(other.shadow), other, places.root));
  return {
    undo: isReady ? "ready" : withoutStep(io, own, mine, open),
    open,
    ...(newest && { newest }),
    ...(mine && since && { turns: turnsSince(mine, since) }),
  };
}

function turnsSince({ checkpoints }: History, since: Date): number {
  return checkpoints.filter(({ scope, createdAt }) => scope === "turn" && Date.parse(createdAt) >= since.getTime())
    .length;
}

function withoutStep(
  io: Io,
  own: Place | undefined,
  mine: History | undefined,
  { prompts, calls }: RecordedHere["open"],
): UndoState {
  if (prompts + calls > 0) return "going on";
  if (mine && redoable(mine, undefined).length > 0) return "all undone";
  return !own || refusal(io, own) === undefined ? "nothing yet" : "not recorded";
}

/** Counts the open turns and calls of several repositories. A turn that several of them record counts once. */
function openIn(places: readonly Place[], folder: string): RecordedHere["open"] {
  const all = places.flatMap((place) =>
    allPending(place.shadow).filter(
      ({ home, isRefused }) => isRefused !== true && isOfFolder(folder, place.worktree.root, home),
    ),
  );
  const turns = all.filter(({ key }) => key?.kind === "turn");
  const ids = new Set(turns.map(({ id }) => id));
  return {
    prompts: new Set(turns.map(({ id, tie }) => tie ?? id)).size,
    calls: all.filter(({ key, turn }) => key?.kind !== "turn" && (turn === undefined || !ids.has(turn))).length,
  };
}

/** @param folder counts only steps of sessions of this folder, see `isOfFolder`; absent: counts all steps */
function hasStep(history: History, place?: Place, folder?: string): boolean {
  const steps = stepsOf(liveCheckpoints(history));
  return steps.some(([step]) => !place || !folder || isOfFolder(folder, place.worktree.root, step?.home));
}
