import { accessSync, constants, existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

import { defined } from "../../kit/defined.ts";
import { causeInWords, diskTrouble } from "../../kit/disk-trouble.ts";
import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { gitAgreesOnRepository } from "../../worktree/doors/git.ts";
import { readSwitch, type SwitchedOff } from "../../worktree/doors/switch.ts";
import { hasShadow } from "../create-shadow.ts";
import { findOrphans, type Orphan } from "../maintenance/orphans.ts";
import { overBudget, readBudget, type Budget, type OverBudget } from "../maintenance/retention.ts";
import { liveCheckpoints, type StoredCheckpoint, tornOperation } from "../journal/history.ts";
import { allPending } from "../journal/pending.ts";
import { historyOf, readHistory } from "../journal/replay.ts";
import { readLastNote, readState, storeOf } from "../git-state/store.ts";
import { lastKeptState, readKeptState } from "../keep/kept-state.ts";
import { openHistory, type OpenedHistory, type Shadow } from "../open/open-shadow.ts";
import type { Place } from "../place.ts";
import { findPlaces } from "../places.ts";
import { sizeOnDisk } from "../read-disk.ts";
import { lateFailure, lateJobs } from "../record/late-queue.ts";
import { refusal } from "../record/recording-limits.ts";
import { remark, type Remark } from "../engine.ts";
import { nameFrom } from "../restore/across/join-results.ts";
import { readJointMark } from "../restore/across/joint-mark.ts";
import { damageOf, setAsideOf } from "../open/sound-shadow.ts";

/** The state of one worktree's shadow repository, as `status --json` prints it. */
export interface ShadowStatus {
  /** While snapveil is switched off: the times since when and until when hooks do nothing; `null` if it is on. */
  readonly switched_off: SwitchedOff | null;
  readonly worktree: string;
  /** The shadow repository's folder, whether it exists or not. */
  readonly shadow: string;
  /** Whether any state was recorded yet. */
  readonly exists: boolean;
  readonly engine: string | null;
  /** The reason why nothing is recorded in this worktree, as a sentence; `null` if files are recorded. */
  readonly refused: string | null;
  /**
   * The number of states that did not fit into the time of their hooks and are still to be recorded, the time since
   * which the oldest waits, and the reason of the last failure. `null` if no state is late.
   */
  readonly late: { readonly waiting: number; readonly since: string | null; readonly failed: string | null } | null;
  /** The size of the shadow repository on disk in bytes, which the budget limits. */
  readonly bytes: number;
  readonly budget: Budget;
  /** The excess over the budget; `null` if the repository fits. */
  readonly over_budget: OverBudget | null;
  readonly checkpoints: number;
  /** Checkpoints that were undone and can be redone or restored. */
  readonly undone: number;
  readonly sessions: number;
  /** The time of the oldest checkpoint, as RFC 3339; `null` if there is none. */
  readonly oldest: string | null;
  readonly newest: string | null;
  /** Turns and tool calls that began and did not end yet; a call that snapveil refused did not begin. */
  readonly open: number;
  /** The id or mark of an operation whose process died, which the next `undo` takes back; `null` if there is none. */
  readonly torn: string | null;
  /** The kind of that operation; `null` if there is none. */
  readonly torn_kind: "undo" | "redo" | "restore" | "recover" | null;
  /** The time of the last prune; `null` if there was none. */
  readonly pruned_at: string | null;
  /** Paths that are not recorded at present, and the reasons. */
  readonly skipped: readonly Remark[];
  /** The number and bytes of kept ignored files, and the files that are not kept; `null` if no file was kept yet. */
  readonly kept: { readonly files: number; readonly bytes: number; readonly not_kept: readonly Remark[] } | null;
  /**
   * The numbers of refs and stashes in the last note of git's state, the bytes of copied commits, and the reason why
   * some are not copied; `null` if there is no note yet.
   */
  readonly git: {
    readonly refs: number;
    readonly stashes: number;
    readonly bytes: number;
    readonly not_kept: string | null;
  } | null;
  readonly orphans: readonly Orphan[];
  /** Folders of damaged shadow repositories of the worktree, which were set aside and not deleted. */
  readonly set_aside: readonly string[];
}

/** The state of one of several repositories, without the fields that are the same for all. */
export interface RepositoryStatus extends Omit<ShadowStatus, "switched_off" | "budget" | "orphans"> {
  /** The path of the repository, relative to the folder of the command. */
  readonly name: string;
}

/** The state of a folder's own repository, and of other repositories that sessions recorded together with it. */
export interface StatusOfAll {
  /** The state of the folder's own repository; absent if the folder is in no worktree. */
  readonly own?: ShadowStatus;
  /** The newest checkpoint of the folder's own repository; absent if there is none. */
  readonly newest?: Pick<StoredCheckpoint, "agent" | "createdAt">;
  readonly folder: {
    readonly worktree: string;
    /** The mark of an undo over several repositories whose process died; `null` if there is none. */
    readonly torn: string | null;
    readonly repositories: readonly RepositoryStatus[];
  };
}

/**
 * The state of the folder's repository, and of the repositories that sessions recorded together with it. Creates no
 * file.
 */
export async function status(io: Io, folder: string): Promise<StatusOfAll> {
  const places = findPlaces(io, folder);
  const { state: own, newest } = places.own ? await statusOf(io, places.own) : {};
  const repositories: RepositoryStatus[] = [];
  for (const place of places.all) {
    if (place === places.own) continue;
    const { state } = await statusOf(io, place);
    const { switched_off: _, budget: __, orphans: ___, ...found } = state;
    repositories.push({ ...found, name: nameFrom(places.root, place.worktree.root) });
  }
  const torn = readJointMark(places)?.slice(0, 8) ?? null;
  return { ...defined({ own, newest }), folder: { worktree: places.root, torn, repositories } };
}

async function statusOf(io: Io, asked: Place): Promise<{ readonly state: ShadowStatus } & Pick<StatusOfAll, "newest">> {
  const { place, shadow, history, noEngine } = await open(io, asked);
  const exists = noEngine !== undefined || hasShadow(place);
  const live = liveCheckpoints(history);
  const present = shadow && refusal(io, place) === undefined ? await look(shadow) : { skipped: [], refused: null };
  const bytes = exists ? sizeOnDisk(place.shadow) : 0;
  const budget = await readBudget(io);
  const torn = tornOperation(history);
  const joint = readJointMark({ data: place.data, root: place.worktree.root })?.slice(0, 8);
  const state: ShadowStatus = {
    switched_off: readSwitch(io).off ?? null,
    worktree: place.worktree.root,
    shadow: place.shadow,
    exists,
    engine: shadow?.engine.name ?? null,
    refused:
      refusal(io, place)?.message ??
      noEngine ??
      present.refused ??
      (exists ? null : (otherRepository(io, place) ?? unwritable(place.shadow))),
    late: lateIn(io, place),
    bytes,
    budget,
    over_budget: overBudget(history, bytes, budget),
    checkpoints: live.length,
    undone: history.checkpoints.length - live.length,
    sessions: new Set(live.flatMap(({ session }) => session ?? [])).size,
    oldest: live[0]?.createdAt ?? null,
    newest: live.at(-1)?.createdAt ?? null,
    open: allPending(place.shadow).filter(({ isRefused }) => isRefused !== true).length,
    torn: torn?.id ?? joint ?? null,
    torn_kind: torn?.kind ?? (joint === undefined ? null : "undo"),
    pruned_at: exists ? timeOf(join(place.shadow, "housekeeping")) : null,
    skipped: present.skipped,
    kept: keptIn(place.shadow),
    git: gitIn(place.shadow),
    orphans: findOrphans(place.data),
    set_aside: setAsideOf(place),
  };
  return { state, ...defined({ newest: history.checkpoints.at(-1) }) };
}

/**
 * Opens the history of a place. If no engine can read the shadow repository, `noEngine` is the reason as a sentence.
 */
async function open(io: Io, place: Place): Promise<OpenedHistory & { readonly noEngine?: string }> {
  try {
    return await openHistory(io, place, "look");
  } catch (error) {
    if (!(error instanceof UserError) || !["needsGit", "damagedShadow"].includes(error.code)) throw error;
    const history = damageOf(place) === undefined ? readHistory(place.shadow) : historyOf([]);
    return { place, history, noEngine: error.message };
  }
}

function lateIn(io: Io, place: Place): ShadowStatus["late"] {
  const jobs = lateJobs(io, place);
  const failed = lateFailure(place)?.why ?? null;
  return jobs.length === 0 && failed === null
    ? null
    : { waiting: jobs.length, since: jobs[0]?.asked.at ?? null, failed };
}

/** The numbers of the last state of the kept files; `null` if there is none. */
function keptIn(shadow: string): ShadowStatus["kept"] {
  const state = readKeptState(shadow, lastKeptState(shadow));
  if (!state) return null;
  const bytes = state.files.reduce((sum, { size }) => sum + size, 0);
  return { files: state.files.filter(({ isFolder }) => !isFolder).length, bytes, not_kept: state.notKept.map(remark) };
}

/** The numbers of the last note of git's state; `null` if there is none. */
function gitIn(shadow: string): ShadowStatus["git"] {
  const note = readLastNote(shadow);
  if (!note) return null;
  const { refs = {}, stashes = [] } = readState(shadow, note.state) ?? {};
  const bytes = sizeOnDisk(join(storeOf(shadow), "objects"));
  return { refs: Object.keys(refs).length, stashes: stashes.length, bytes, not_kept: note.notKept ?? null };
}

async function look({ engine }: Shadow): Promise<{ skipped: Remark[]; refused: string | null }> {
  try {
    const { skipped } = await engine.capture({ prefix: "" });
    return { skipped: skipped.map(remark), refused: null };
  } catch (error) {
    return { skipped: [], refused: reasonOf(error) };
  }
}

/**
 * The sentence of an error that stops recording; an error that is neither a UserError nor one of the disk is thrown.
 */
function reasonOf(error: unknown): string {
  const trouble = error instanceof UserError ? error : diskTrouble(error);
  if (trouble === undefined) throw error;
  return trouble.message;
}

/**
 * The reason not to make a shadow repository: git finds another repository than snapveil; `undefined` if it does not.
 */
function otherRepository(io: Io, { worktree, withoutGit }: Place): string | undefined {
  return !withoutGit && gitAgreesOnRepository(io, worktree.root, worktree) === false
    ? new UserError("gitDiffers", [worktree.root]).message
    : undefined;
}

/** The reason why no shadow repository can be made in a folder; `null` if one can. */
function unwritable(folder: string): string | null {
  let above = folder;
  while (!existsSync(above)) above = dirname(above);
  try {
    accessSync(above, constants.W_OK | constants.X_OK);
    return null;
  } catch (error) {
    return new UserError("cannotWrite", [above, causeInWords(error) ?? ""]).message;
  }
}

function timeOf(file: string): string | null {
  try {
    return statSync(file, { throwIfNoEntry: false })?.mtime.toISOString() ?? null;
  } catch {
    return null; // a symlink loop
  }
}
