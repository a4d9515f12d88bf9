import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

import { causeInWords, isDiskFull } from "../kit/disk-trouble.ts";
import type { Io } from "../kit/io.ts";
import { makeFolder } from "../kit/files.ts";
import { sha256 } from "../kit/hash.ts";
import { printable } from "../kit/text.ts";
import { UserError } from "../kit/user-error.ts";
import { forgetReceipt, writeReceipt } from "./receipt.ts";
import { listReceipts } from "../worktree/doors/switch.ts";
import type { PlannedFile } from "./agent-plan.ts";

/** A file that is to be written, with the temporary file, the folders and the backup that were made for it. */
interface Prepared {
  readonly change: PlannedFile;
  readonly temporary: string | undefined;
  readonly folders: readonly string[];
  readonly backup: string | undefined;
}

/** The outcome for one file. */
export interface Written {
  readonly path: string;
  /** The path of the copy of the previous content; `undefined` if the file is new. */
  readonly backup: string | undefined;
}

/**
 * Writes all files or none. First it writes each new content beside its file and copies each old one, so that a full
 * disk is noticed before anything changes. Then it moves the new files into place; if one move fails, it undoes the
 * earlier ones.
 * @throws UserError if a file has changed since the plan, or cannot be written
 */
export function applyChanges(io: Io, data: string, changes: readonly PlannedFile[]): Written[] {
  for (const { found } of changes) {
    const now = existsSync(found.path) ? readFileSync(found.path) : undefined;
    if (!(now === undefined ? found.bytes === undefined : found.bytes?.equals(now)))
      throw new UserError("changedMeanwhile", [printable(found.path)]);
  }
  const prepared: Prepared[] = [];
  const done: Prepared[] = [];
  try {
    for (const change of changes) prepared.push(prepare(io, data, change));
    for (const item of prepared) {
      put(item);
      done.push(item);
    }
  } catch (error) {
    for (const item of done.toReversed()) putBack(item, io.pid);
    for (const item of prepared.toReversed()) discard(item);
    throw reasonOf(error);
  }
  for (const item of prepared) remember(io, data, item);
  // Two removed files may be in one folder that `install` created, so the folders are removed after all files,
  // innermost first.
  const left = prepared
    .filter(({ change }) => change.after === undefined)
    .flatMap(({ change }) => change.receipt?.folders ?? []);
  for (const folder of [...new Set(left)].sort((first, second) => second.length - first.length)) removeEmpty([folder]);
  return prepared.map(({ change, backup }) => ({ path: change.found.path, backup }));
}

function prepare(io: Io, data: string, change: PlannedFile): Prepared {
  const { found, after, scope, isProgram } = change;
  const backup = found.bytes && backUp(io, data, found.path, found.bytes);
  if (after === undefined) return { change, temporary: undefined, folders: [], backup };
  const isShared = scope === "project"; // other people in the project may read it
  const folders = makeFolders(dirname(found.path), isShared ? 0o755 : 0o700);
  const temporary = `${found.path}.${io.pid}.tmp`;
  const mode = (found.mode ?? (isShared ? 0o644 : 0o600)) | (isProgram ? (isShared ? 0o755 : 0o700) : 0);
  try {
    writeFileSync(temporary, after, { mode, flag: "wx" });
    chmodSync(temporary, mode); // the process's umask does not apply to chmod
  } catch (error) {
    discard({ change, temporary, folders, backup });
    throw error;
  }
  return { change, temporary, folders, backup };
}

function put({ change: { found }, temporary }: Prepared): void {
  if (temporary === undefined) rmSync(found.path);
  else renameSync(temporary, found.path);
}

function putBack({ change: { found } }: Prepared, pid: number): void {
  if (!found.bytes) return rmSync(found.path, { force: true });
  const temporary = `${found.path}.${pid}.tmp`;
  writeFileSync(temporary, found.bytes, { mode: found.mode });
  renameSync(temporary, found.path);
}

function discard({ temporary, folders, backup }: Prepared): void {
  if (temporary !== undefined) rmSync(temporary, { force: true });
  if (backup !== undefined) rmSync(backup, { force: true });
  removeEmpty(folders);
}

function remember({ pid }: Io, data: string, { change, folders }: Prepared): void {
  const { found, after, agent, scope, original } = change;
  if (change.isRemoval || after === undefined) {
    forgetReceipt(data, found.path);
  } else {
    // Folders that `install` created for another file and that also contain this one belong to both receipts.
    const shared = new Set(listReceipts(data).flatMap((other) => other.folders));
    const made = [...foldersOf(found.path).filter((folder) => shared.has(folder)), ...folders];
    writeReceipt(
      data,
      {
        path: found.path,
        agent,
        scope,
        after: Buffer.from(after),
        folders: [...new Set(made)],
        before: original,
      },
      pid,
    );
  }
}

/** The folders above a file, outermost first. */
function foldersOf(path: string): string[] {
  const folders: string[] = [];
  for (let at = dirname(path); at !== dirname(at); at = dirname(at)) folders.unshift(at);
  return folders;
}

/** Creates the missing folders of a path. Returns the created ones, outermost first. */
function makeFolders(folder: string, mode: number): string[] {
  const missing: string[] = [];
  for (let at = folder; !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const one of missing) mkdirSync(one, { mode });
  return missing;
}

function removeEmpty(folders: readonly string[]): void {
  for (const folder of folders.toReversed()) {
    try {
      rmdirSync(folder);
    } catch {
      return; // the folder is not empty
    }
  }
}

/** How many folders with backups are kept: the newest ones, by the times in their names. */
const KEPT = 30;

/**
 * Copies a file into the data folder, where no commit includes the copy and no agent reads it as settings. Settings may
 * hold keys, so only the owner can read the copy.
 * @returns the path of the copy
 */
function backUp(io: Io, data: string, path: string, bytes: Buffer): string {
  const stamp = io.now().toISOString().replace(/[:.]/g, "-");
  const folder = join(data, "backups", stamp);
  makeFolder(folder);
  const file = join(folder, `${sha256(path).slice(0, 8)}-${basename(path)}`);
  writeFileSync(file, bytes, { mode: 0o600 });
  forgetOldBackups(join(data, "backups"));
  return file;
}

function forgetOldBackups(folder: string): void {
  const names = readdirSync(folder).sort();
  for (const name of names.slice(0, Math.max(0, names.length - KEPT)))
    rmSync(join(folder, name), { recursive: true, force: true });
}

function reasonOf(error: unknown): unknown {
  if (isDiskFull(error)) return new UserError("fullDisk", [], error);
  const cause = causeInWords(error);
  if (cause === undefined) return error;
  const { path = "The file" } = error as NodeJS.ErrnoException;
  return new UserError("cannotWrite", [printable(path.replace(/\.\d+\.tmp$/, "")), cause], error);
}
