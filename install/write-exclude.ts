import {
  chmodSync,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";

import { causeInWords } from "../kit/disk-trouble.ts";
import { makeFolder, readRegularFile, removeIfEmpty } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { ownerLine, takeLock, type OwnedLock } from "../shadow-repo/doors/owned-lock.ts";
import { isSame, type ExcludeChange } from "./exclude-lines.ts";
import { forgetExcluded, listExcluded, rememberExcluded } from "./excluded.ts";

/** The largest `info/exclude` in bytes: a larger one is not changed. */
const LARGEST = 1024 * 1024;

/** Milliseconds to wait for another installation. */
const PATIENCE = 5000;

/**
 * Adds lines to `info/exclude` and removes lines. Appending cannot lose a line that another program writes at the same
 * time. The hooks are already installed, so an error is only reported.
 * @returns a sentence for each line that could not be written
 */
export function writeExcludes(io: Io, data: string, changes: readonly ExcludeChange[]): string[] {
  if (changes.length === 0) return [];
  makeFolder(data);
  const lock = waitForLock(io, join(data, "exclude.lock"));
  try {
    return changes.flatMap((change) => {
      try {
        if (!lock) throw new Error("another snapveil is at work");
        if (change.action === "remove") takeOut(io, data, change);
        else putIn(io, data, change);
        return [];
      } catch (error) {
        const why = causeInWords(error) ?? (error as Error).message;
        const what = `${printable(change.exclude)} could not be written (${why})`;
        return change.action === "remove"
          ? [`${what}: take the line ${printable(change.line)} out of it yourself.`]
          : [`${what}: leave ${printable(change.file)} out of your commits, it names paths of this machine.`];
      }
    });
  } finally {
    lock?.release();
  }
}

function putIn(io: Io, data: string, change: ExcludeChange): void {
  const { exclude, line } = change;
  const known = listExcluded(data).filter((one) => one.exclude === exclude);
  const other = known.find((one) => isSame(one, exclude, line));
  const text = textOf(exclude);
  const isThere = text !== undefined && text.split(/\r?\n/).includes(bytesOf(line));
  if (isThere && !other) return; // somebody else has added the line meanwhile
  if (!isThere) {
    if (!existsSync(dirname(exclude))) mkdirSync(dirname(exclude));
    // If the file's last line has no line break, the new last line gets none either, so that its removal restores the
    // file byte for byte.
    const added = text === undefined || text === "" || text.endsWith("\n") ? `${line}\n` : `\n${line}`;
    const descriptor = openSync(exclude, constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT, 0o644);
    try {
      writeSync(descriptor, added);
    } finally {
      closeSync(descriptor);
    }
  }
  rememberExcluded(data, { ...change, isMade: text === undefined || known.some(({ isMade }) => isMade) }, io.pid);
}

function takeOut(io: Io, data: string, { file, exclude, line, isMade }: ExcludeChange): void {
  const isNeeded = listExcluded(data).some(
    (other) => other.file !== file && isSame(other, exclude, line) && existsSync(other.file),
  );
  const text = isNeeded ? undefined : textOf(exclude);
  const left = text === undefined ? undefined : without(text, bytesOf(line));
  if (left !== undefined && left !== text) {
    if (left === "" && isMade) {
      rmSync(exclude);
      removeIfEmpty(dirname(exclude));
    } else {
      replace(io, exclude, text!, left);
    }
  }
  forgetExcluded(data, file);
}

/** Replaces the content of a file. @throws if the file no longer has the content `text` */
function replace(io: Io, exclude: string, text: string, left: string): void {
  const temporary = `${exclude}.${io.pid}.tmp`;
  const mode = lstatSync(exclude).mode & 0o777;
  try {
    writeFileSync(temporary, left, { encoding: "latin1", mode, flag: "wx" });
    chmodSync(temporary, mode); // the process's umask does not apply to chmod
    if (textOf(exclude) !== text) throw new Error("it was changed in the meantime");
    renameSync(temporary, exclude);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function without(text: string, line: string): string {
  const lines = text.split("\n");
  const at = lines.lastIndexOf(line);
  return at === -1 ? text : lines.toSpliced(at, 1).join("\n");
}

/**
 * The content of a file as latin1, one character for each byte; `undefined` if it does not exist.
 * @throws if it is a link, no file or too long: nothing is written through a link
 */
function textOf(exclude: string): string | undefined {
  if (lstatSync(dirname(exclude), { throwIfNoEntry: false })?.isDirectory() === false)
    throw new Error("info is not a folder");
  const stats = lstatSync(exclude, { throwIfNoEntry: false });
  if (!stats) return undefined;
  if (!stats.isFile()) throw new Error("it is not a file");
  const { bytes, whole } = readRegularFile(exclude, LARGEST);
  if (!whole) throw new Error("it is larger than 1 MiB");
  return bytes.toString("latin1");
}

const bytesOf = (line: string): string => Buffer.from(line).toString("latin1");

function waitForLock(io: Io, file: string): OwnedLock | undefined {
  const line = ownerLine(io);
  const flag = new Int32Array(new SharedArrayBuffer(4));
  for (let waited = 0; waited < PATIENCE; waited += 50) {
    const lock = takeLock(file, line, io);
    if (lock) return lock;
    Atomics.wait(flag, 0, 0, 50);
  }
  return undefined;
}
