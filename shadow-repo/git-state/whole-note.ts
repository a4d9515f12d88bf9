import { existsSync, readFileSync, rmSync } from "node:fs";

import { atomicWrite, makeFolder, namesIn, readRegularFile } from "../../kit/files.ts";
import { nameOf } from "../../kit/hash.ts";
import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import { asMoment, nextMoment, type Moment } from "../journal/journal-file.ts";
import type { Place } from "../place.ts";
import { existing } from "./copy-commits.ts";
import { tipsOf, type GitState } from "./git-state.ts";
import { noteGit } from "./note-git.ts";
import { idLines, readLastNote, readState, storeOf, tryStoreGit } from "./store.ts";

/**
 * The limits of `read-git` and `find-losses`. A state with as many stashes or worktrees, or with more lines in a
 * reflog, may be incomplete.
 */
const [STASHES, WORKTREES, REFLOG] = [100, 20, 50] as const;
/** The most files of reflogs that are read, and the most bytes of one file. */
const [MOST_LOGS, MOST_BYTES] = [500, 4 * 1024 ** 2] as const;

/** A note of git's state in which every object has a copy, so that each loss can be brought back. */
export interface WholeNote {
  readonly state: GitState;
  /** Whether every commit that a reflog names is reached by a commit of the state or by a remote's branch. */
  holdsReflogs(): boolean;
}

/**
 * Notes git's state now. `undefined` if an object of the state has no copy, or if the copies may not be the whole
 * history: the limits for refs, stashes, worktrees or copies are reached, the staged files of an index are unknown,
 * objects are missing, or the repository uses `git replace`, grafts, alternates, or a shallow or partial clone.
 */
export function noteWhole(io: Io, place: Place): WholeNote | undefined {
  const { shadow, worktree } = place;
  const trouble = noteGit(io, place, nextMoment(shadow));
  const note = readLastNote(shadow);
  const state = note && readState(shadow, note.state);
  if (trouble !== undefined || !state || note.notKept !== undefined || note.unkept.length > 0) return undefined;
  const { refs, stashes, checkouts } = state;
  if (Object.keys(refs).some((name) => name.startsWith("refs/replace/"))) return undefined;
  if (stashes.length >= STASHES || checkouts.length >= WORKTREES) return undefined;
  if (checkouts.some(({ staged, gitDir }) => !staged && existsSync(`${gitDir}/index`))) return undefined;
  if (isOdd(worktree.commonDir)) return undefined;
  const copied = new Set([...note.stored, ...note.remote]);
  const tips = [...tipsOf(state)];
  if (!tips.every((id) => copied.has(id)) || existing(io, place, tips).size < tips.length) return undefined;
  return { state, holdsReflogs: () => holdsReflogs(io, place, state, [...tips, ...note.remote]) };
}

/**
 * Whether a repository borrows objects or lacks some: it has grafts or alternates, or is a shallow or partial clone.
 */
function isOdd(commonDir: string): boolean {
  const names = ["info/grafts", "shallow", "objects/info/alternates", "objects/info/http-alternates"];
  return (
    names.some((name) => existsSync(`${commonDir}/${name}`)) ||
    namesIn(`${commonDir}/objects/pack`).some((name) => name.endsWith(".promisor"))
  );
}

function holdsReflogs(io: Io, place: Place, { checkouts }: GitState, tips: readonly ObjectId[]): boolean {
  if (checkouts.some(({ reflog }) => reflog.length > REFLOG)) return false;
  const logs = [...new Set([place.worktree.commonDir, ...checkouts.map(({ gitDir }) => gitDir)])].map(
    (dir) => `${dir}/logs`,
  );
  const known = new Set(tips);
  const others = new Set<ObjectId>();
  for (let at = 0; at < logs.length; at += 1) {
    if (at >= MOST_LOGS) return false;
    const names = namesIn(logs[at]!);
    if (names.length > 0) logs.push(...names.map((name) => `${logs[at]}/${name}`));
    else for (const id of idsIn(logs[at]!)) if (!known.has(id)) others.add(id);
  }
  if (others.size === 0) return true;
  const args = ["rev-list", "--max-count=1", "--stdin"];
  const { status, stdout } = tryStoreGit(io, place, args, { input: idLines(others, tips) });
  return status === 0 && stdout.length === 0;
}

function idsIn(log: string): ObjectId[] {
  try {
    const lines = readRegularFile(log, MOST_BYTES).bytes.toString("latin1").split("\n");
    const ids = lines.flatMap((line) => line.split(" ", 2));
    return ids.filter((id) => /^[0-9a-f]{40,64}$/.test(id) && !/^0+$/.test(id));
  } catch {
    return []; // the path is an empty folder, or cannot be read
  }
}

/**
 * Notes the moment at which a guard allowed a session's call because git's state is noted. The end of the call reads
 * the moment and reports losses since then.
 */
export function notePassed({ pid }: Io, { shadow }: Place, session: string): void {
  makeFolder(`${storeOf(shadow)}/passed`);
  atomicWrite(passedFile(shadow, session), JSON.stringify(nextMoment(shadow)), { pid });
}

/** Reads the moment that `notePassed` wrote for a session, and deletes its file; `undefined` if there is none. */
export function takePassed({ shadow }: Place, session: string): Moment | undefined {
  const file = passedFile(shadow, session);
  try {
    const moment = asMoment(JSON.parse(readFileSync(file, "utf8")));
    rmSync(file, { force: true });
    return moment;
  } catch {
    return undefined; // no call was noted
  }
}

function passedFile(shadow: string, session: string): string {
  return `${storeOf(shadow)}/passed/${nameOf(session)}`;
}
