import { closeSync, openSync, rmSync, writeSync } from "node:fs";

import { isDiskFull } from "../../kit/disk-trouble.ts";
import { atomicWrite, makeFolder, namesIn, removeIfEmpty } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { History } from "../journal/history.ts";
import { isAbandoned, ownerLine } from "../locks/owned-lock.ts";
import { textOfFile } from "../read-disk.ts";
import { packedFile, packedRefs, refsFolder } from "../refs.ts";

/**
 * The first line of `packed-refs`. Without `peeled`, git itself looks up the target of a tag; snapveil's refs name
 * trees.
 */
const HEADER = "# pack-refs with: sorted \n";

const OWN = /^refs\/snapveil\/([^/]+)\/([^/]+)$/;

/**
 * Moves the refs of all checkpoints and operations in the journal into `packed-refs`, as `git pack-refs` does: as files
 * they take 12 KiB a checkpoint on most disks. The refs of steps that have not ended stay files, since they will be
 * renamed. The packed file is on the disk before the first ref file is deleted. A ref file that has changed meanwhile
 * stays.
 */
export function packRefs(io: Io, shadow: string, history: History): void {
  const named = new Set([...history.checkpoints, ...history.operations].map(({ id }) => id));
  const loose = [...named].flatMap((id) =>
    namesIn(refsFolder(shadow, id)).flatMap((role) => {
      const text = textOfFile(`${refsFolder(shadow, id)}/${role}`);
      return /^(?:[0-9a-f]{40}|[0-9a-f]{64})\n$/.test(text) ? [{ id, role, text }] : [];
    }),
  );
  if (loose.length === 0) return;
  const isDone = rewrite(io, shadow, (refs) => {
    for (const { id, role, text } of loose) refs.set(`refs/snapveil/${id}/${role}`, text.trimEnd());
  });
  if (!isDone) return;
  for (const { id, role, text } of loose) {
    const file = `${refsFolder(shadow, id)}/${role}`;
    if (textOfFile(file) === text) rmSync(file, { force: true });
  }
  for (const id of new Set(loose.map((one) => one.id))) removeIfEmpty(refsFolder(shadow, id));
}

/**
 * Removes refs of snapveil from `packed-refs`.
 * @param isDropped whether a ref is removed, by the id of its checkpoint and its role
 */
export function dropPackedRefs(io: Io, shadow: string, isDropped: (name: string, role: string) => boolean): void {
  const isUnwanted = (ref: string): boolean => {
    const [, name, role] = OWN.exec(ref) ?? [];
    return name !== undefined && role !== undefined && isDropped(name, role);
  };
  if (![...packedRefs(shadow).keys()].some(isUnwanted)) return;
  rewrite(io, shadow, (refs) => {
    for (const ref of refs.keys()) if (isUnwanted(ref)) refs.delete(ref);
  });
}

/** Rewrites `packed-refs` if a line of it is broken: git would read no ref at all. */
export function mendPackedRefs(io: Io, shadow: string): void {
  if (!namesIn(shadow).includes("packed-refs")) return;
  const text = textOfFile(packedFile(shadow));
  if (!text.endsWith("\n") || !text.trimEnd().split("\n").every(isLine)) rewrite(io, shadow, () => {});
}

function isLine(line: string): boolean {
  return /^(?:# .*|(?:[0-9a-f]{40}|[0-9a-f]{64}) \S+|\^[0-9a-f]+)$/.test(line);
}

/**
 * Changes `packed-refs` under git's own lock, so that no `git gc` changes it at the same time. Gives `false` and
 * changes nothing if the lock is held or the disk is full; the next prune tries again.
 */
function rewrite(io: Io, shadow: string, change: (refs: Map<string, string>) => void): boolean {
  const lock = `${packedFile(shadow)}.lock`;
  // Remove the lock of a dead snapveil process. A lock of git holds no owner's id, so it stays.
  if (textOfFile(lock) !== "" && isAbandoned(lock, io)) rmSync(lock, { force: true });
  try {
    if (!take(lock, ownerLine(io))) return false;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
  try {
    makeFolder(`${shadow}/tmp`); // for the temporary file of atomicWrite
    const refs = new Map(packedRefs(shadow));
    change(refs);
    const lines = [...refs].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([ref, id]) => `${id} ${ref}\n`);
    if (lines.length === 0) rmSync(packedFile(shadow), { force: true });
    else
      atomicWrite(packedFile(shadow), Buffer.from(HEADER + lines.join(""), "latin1"), {
        pid: io.pid,
        durable: true,
        folder: `${shadow}/tmp`,
      });
    return true;
  } catch (error) {
    if (isDiskFull(error)) return false; // the refs stay files, and prune goes on
    throw error;
  } finally {
    rmSync(lock, { force: true });
  }
}

function take(lock: string, text: string): boolean {
  try {
    const fd = openSync(lock, "wx", 0o600);
    try {
      writeSync(fd, text);
    } finally {
      closeSync(fd);
    }
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
