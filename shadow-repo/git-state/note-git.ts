import { defined } from "../../kit/defined.ts";
import { diskTrouble } from "../../kit/disk-trouble.ts";
import { makeFolder, namesIn, statOf } from "../../kit/files.ts";
import { worldWith, type Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { waitingAmongObjects, waitingInGit } from "../../worktree/doors/git.ts";
import type { Moment } from "../journal/journal-file.ts";
import type { Place } from "../place.ts";
import { copyCommits } from "./copy-commits.ts";
import type { Checkout, GitState, PresentGit } from "./git-state.ts";
import { readGit } from "./read-git.ts";
import { stagedFiles } from "./staged-files.ts";
import {
  logState,
  openStore,
  readLastNote,
  readState,
  storeOf,
  writeLastNote,
  writeState,
  type LastNote,
} from "./store.ts";

/**
 * A note of git's state takes at most `MOST` milliseconds, and leaves `RESERVED` milliseconds for the rest of the
 * hook's work.
 */
const RESERVED = 1500;
const MOST = 3000;
/** A file that was written less than this many milliseconds ago may be written again without a new timestamp. */
const YOUNG = 100;

/**
 * Notes the state of the user's git (refs, stashes, reflogs, indexes), and copies its new commits and contents into the
 * store. If no file of git's has changed since the last note, it only stats files and does not start git. It writes
 * nothing into the user's git folder.
 * @returns the reason why nothing could be noted, as a sentence; `undefined` on success
 */
export function noteGit(io: Io, place: Place, moment: Moment): string | undefined {
  const { shadow, worktree } = place;
  if (place.withoutGit || worktree.commonDir.includes("\n")) return undefined;
  const last = readLastNote(shadow);
  const { text: signature, isYoung } = signatureOf(io, place, last?.refFolders ?? []);
  if (last && signature === last.signature) return undefined;
  try {
    const note = lookAgain(io, place, last);
    if (note.state !== last?.state) logState(shadow, moment, note.state);
    // Store no signature if there are new folders of refs: it was made from the folders of the last note and misses the
    // new ones.
    const isSure = !isYoung && String(note.refFolders) === String(last?.refFolders);
    writeLastNote(shadow, { ...note, signature: isSure ? signature : "" }, io.pid);
    return undefined;
  } catch (error) {
    const trouble = error instanceof UserError ? error : diskTrouble(error);
    if (!trouble) throw error;
    forgetState(io, place, moment, last);
    return trouble.message;
  }
}

/** Whether a state is the one that was noted last, and no file of git's has changed since. */
export function isUnchanged(io: Io, place: Place, id: string): boolean {
  const last = readLastNote(place.shadow);
  return last?.state === id && last.signature === signatureOf(io, place, last.refFolders).text;
}

/** Reads git's state, copies its new objects, and returns the note without its signature, which the caller adds. */
function lookAgain(full: Io, place: Place, last: LastNote | undefined): LastNote {
  const { shadow, worktree } = place;
  const began = full.now().getTime();
  const timeLeft = () => Math.min((full.timeLeft?.() ?? Infinity) - RESERVED, MOST - (full.now().getTime() - began));
  const io = worldWith(full, { timeLeft });
  makeFolder(storeOf(shadow));
  const read = readGit(worktree);
  if (!read) return { ...NOTHING, notKept: "snapveil cannot read its refs, as with reftable" };
  const { refFolders } = read;
  const former = last && readState(shadow, last.state);
  const indexes = Object.fromEntries(
    read.present.checkouts.map(({ gitDir }) => {
      const { text, isYoung } = statsOf(full, [`${gitDir}/index`]);
      return [gitDir, isYoung ? "" : text];
    }),
  );
  const formerOf = (one: Checkout) => {
    const known = former?.checkouts.find(({ gitDir, head }) => gitDir === one.gitDir && head === one.head);
    return indexes[one.gitDir] !== "" && indexes[one.gitDir] === last?.indexes[one.gitDir] ? known : undefined;
  };
  const known = read.present.checkouts.map((one) => ({ ...one, ...stagedOf(formerOf(one) ?? {}) }));
  const isKnown = JSON.stringify(former) === JSON.stringify(stateOf({ ...read.present, checkouts: known }));
  if (
    last &&
    isKnown &&
    read.present.checkouts.every(formerOf) &&
    String(last.remote) === String(read.present.remoteTips)
  )
    return { ...last, refFolders };
  openStore(full, place);
  // Do not start git if a pipe is among its files, on which git would hang. Object files are checked only before the
  // first note; later, the time limit of a note ends a git that hangs.
  if ((waitingInGit(worktree) ?? (last ? undefined : waitingAmongObjects(worktree))) !== undefined)
    return { ...NOTHING, refFolders, notKept: "a file of it is a pipe or a device" };
  const checkouts = read.present.checkouts.map((one) => ({
    ...one,
    ...stagedOf(formerOf(one) ?? { staged: stagedFiles(io, place, one) }),
  }));
  const present = { ...read.present, checkouts };
  const { notKept: reason, ...copied } = copyCommits(io, place, present, last);
  const state = writeState(shadow, stateOf(present), full.pid);
  const { refsLeftOut } = present;
  const notKept = refsLeftOut > 0 ? `${refsLeftOut} of its refs are left out: there are too many` : reason;
  return { ...copied, ...defined({ notKept }), signature: "", state, indexes, refFolders };
}

const NOTHING: LastNote = {
  signature: "",
  refFolders: [],
  state: "",
  indexes: {},
  stored: [],
  remote: [],
  unkept: [],
};

function stagedOf({ staged }: { readonly staged?: Checkout["staged"] | undefined }): Pick<Checkout, "staged"> {
  return staged ? { staged } : {};
}

function stateOf({ gitDir, commonDir, refs, stashes, checkouts }: PresentGit): GitState {
  return { gitDir, commonDir, refs, stashes, checkouts };
}

/** After a failed note, marks git's state as unknown, so that the last state is not taken for the present one. */
function forgetState({ pid }: Io, { shadow }: Place, moment: Moment, last: LastNote | undefined): void {
  if (!last || last.state === "") return;
  try {
    logState(shadow, moment);
    writeLastNote(shadow, { ...last, state: "", signature: "" }, pid);
  } catch {
    // On a full disk not even this can be written.
  }
}

/** The inode, size and times of all files that a state is read from: git changes one of them with each write. */
function signatureOf(io: Io, { worktree: { gitDir, commonDir } }: Place, refFolders: readonly string[]): Signature {
  const linked = namesIn(`${commonDir}/worktrees`).map((name) => `${commonDir}/worktrees/${name}`);
  const files = [...new Set([gitDir, commonDir, ...linked])].flatMap((folder) => [
    `${folder}/HEAD`,
    `${folder}/logs/HEAD`,
    `${folder}/index`,
  ]);
  const shared = ["packed-refs", "logs/refs/stash", "config", "shallow"].map((name) => `${commonDir}/${name}`);
  return statsOf(io, [...files, ...shared, ...refFolders]);
}

interface Signature {
  readonly text: string;
  /** Whether a file was written less than `YOUNG` ago, so that the signature may not show a further change. */
  readonly isYoung: boolean;
}

function statsOf(io: Io, files: readonly string[]): Signature {
  const old = io.now().getTime() - YOUNG;
  let isYoung = false;
  const stats = files.map((file) => {
    const stat = statOf(file);
    if (stat && (stat.mtimeMs > old || stat.ctimeMs > old)) isYoung = true;
    return stat ? `${stat.ino}.${stat.size}.${stat.mtimeMs}.${stat.ctimeMs}` : "";
  });
  const text = stats.join(" ");
  return { text, isYoung };
}
