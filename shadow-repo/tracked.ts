import { existsSync, realpathSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import { atomicWrite, makeFolder, namesIn } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { isGone, textOfFile } from "./read-disk.ts";

/**
 * The progress of `snapveil track` with a folder: `begun` until the first state is recorded, while hooks record nothing
 * in the folder, and `done` afterwards.
 */
type TrackState = "begun" | "done";

/** A folder that is no git worktree and recorded because the user ran `snapveil track`. */
export interface TrackedFolder {
  /** Absolute, with links resolved. */
  readonly root: string;
  readonly state: TrackState;
}

/**
 * The folder of the notes about tracked folders. Each note is a file, so that two processes that write at once lose
 * none.
 */
function notesIn(data: string): string {
  return `${data}/tracked`;
}

/** The name of a folder's note and of its shadow repository. */
export function nameOfRoot(root: string): string {
  return sha256(root).slice(0, 32);
}

function read(file: string): TrackedFolder | undefined {
  const [, state, root] = /^(begun|done) ([^\0]+)\n$/.exec(textOfFile(file)) ?? [];
  return root === undefined ? undefined : { root, state: state as TrackState };
}

/** The note about exactly this folder; `undefined` if there is none. */
export function trackedAt(data: string, root: string): TrackedFolder | undefined {
  const file = `${notesIn(data)}/${nameOfRoot(root)}`;
  return existsSync(file) ? read(file) : undefined;
}

/**
 * The nearest tracked folder: `folder` itself or one above it, below `top`, since a git worktree in a tracked folder is
 * recorded separately. Most users track no folder: without a folder of notes the search ends at once.
 */
export function trackedAround(data: string, folder: string, top?: string): TrackedFolder | undefined {
  if (!existsSync(notesIn(data))) return undefined;
  try {
    for (let root = realpathSync(folder); root !== top; root = dirname(root)) {
      const found = trackedAt(data, root);
      if (found?.state === "done") return found;
      if (dirname(root) === root) return undefined;
    }
  } catch {
    // The folder does not exist.
  }
  return undefined;
}

export function allTracked(data: string | undefined): TrackedFolder[] {
  if (data === undefined) return [];
  const found = namesIn(notesIn(data)).flatMap((name) => read(`${notesIn(data)}/${name}`) ?? []);
  return found.toSorted((one, other) => (one.root < other.root ? -1 : 1));
}

/** Whether a folder is tracked and exists, so that its shadow repository is in use. */
export function isTracked(data: string, root: string): boolean {
  return trackedAt(data, root) !== undefined && !isGone(root);
}

export function noteTracked({ pid }: Io, data: string, { root, state }: TrackedFolder): void {
  makeFolder(notesIn(data));
  atomicWrite(`${notesIn(data)}/${nameOfRoot(root)}`, `${state} ${root}\n`, { pid, durable: true });
}

export function forgetTracked(data: string, root: string): void {
  rmSync(`${notesIn(data)}/${nameOfRoot(root)}`, { force: true });
}
