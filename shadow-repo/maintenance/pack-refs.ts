import { closeSync, openSync, rmSync, writeSync } from "node:fs";

import { isDiskFull } from "../../kit/disk-trouble.ts";
import { atomicWrite, makeFolder, namesIn, removeIfEmpty } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import type { History } from "../journal/history.ts";
import { isAbandoned, ownerLine } from "../locks/owned-lock.ts";
import { textOfFile } from "../read-disk.ts";
import { packedFile, packedRefs, refsFolder } from "../refs.ts";

/** The head of packed refs. Without `peeled`, git itself looks for a tag's target; snapveil's refs name trees. */
const HEADER = "# pack-refs with: sorted \n";

const OWN = /^refs\/snapveil\/([^/]+)\/([^/]+)$/;

/**
 * Puts the refs of all that the journal names into one file, as `git pack-refs` does: a file and a folder a ref take 12
 * KiB a checkpoint on most disks. Those of states that still wait for their end stay files, since they change their
 * names. The packed file is on the disk before the first of the others goes, and one that says something else by then
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

/** Removes packed refs of snapveil's, chosen by the name of their checkpoint and their role. */
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

/** Writes the packed file anew if a line of it is broken: git would read no ref at all. */
export function mendPackedRefs(io: Io, shadow: string): void {
  if (!namesIn(shadow).includes("packed-refs")) return;
  const text = textOfFile(packedFile(shadow));
  if (!text.endsWith("\n") || !text.trimEnd().split("\n").every(isLine)) rewrite(io, shadow, () => {});
}

function isLine(line: string): boolean {
  return /^(?:# .*|(?:[0-9a-f]{40}|[0-9a-f]{64}) \S+|\^[0-9a-f]+)$/.test(line);
}

/**
 * Changes the packed refs under git's own lock for them, so that a `git gc` of somebody's is not in between. Gives
 * `false`, and changes nothing, if somebody has that lock: the change is made the next time.
 */
function rewrite(io: Io, shadow: string, change: (refs: Map<string, string>) => void): boolean {
  const lock = `${packedFile(shadow)}.lock`;
  // git's own lock names no owner; snapveil's does, and does not outlive its process.
  if (textOfFile(lock) !== "" && isAbandoned(lock, io)) rmSync(lock, { force: true });
  try {
    if (!take(lock, ownerLine(io))) return false;
  } catch (error) {
    if (isDiskFull(error)) return false;
    throw error;
  }
  try {
    makeFolder(`${shadow}/tmp`); // half-written it lies there
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
    if (isDiskFull(error)) return false; // refs stay as they are, and space is given back all the same
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
