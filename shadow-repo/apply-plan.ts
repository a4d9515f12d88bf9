import { rmdirSync, unlinkSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { checkItem, type CheckContext } from "./check-item.ts";
import type { ObjectId, Skipped, SnapshotEngine } from "./engine.ts";
import { foldersOf, onDisk, type GitPath } from "./git-path.ts";
import type { PlanItem } from "./plan-restore.ts";
import { putFile } from "./put-file.ts";

/** Contents of at most this many bytes together are held in memory. */
const BATCH = 32 * 1024 * 1024;

/**
 * Carries out a plan and gives what it left alone. Deletions first, so that a folder makes room for a file of its name;
 * then folders that became empty; then every other file, each whole or not at all.
 */
export async function applyPlan(root: string, engine: SnapshotEngine, items: readonly PlanItem[], operation: string, report: Io["progress"]): Promise<Skipped[]> {
  const { ready, skipped } = settle(root, engine, items);
  for (const { path, current, target } of ready) if (current && !target) attempt(path, () => unlinkSync(onDisk(root, path)));
  const folders = new Set(ready.flatMap(({ path, target }) => (target ? [] : foldersOf(path))));
  for (const folder of [...folders].toSorted((one, other) => other.length - one.length)) removeIfEmpty(root, folder);
  const writes = ready.filter(({ path, target }) => target && !skipped.some((one) => one.path === path));
  let done = ready.length - writes.length;
  for await (const { items: batch, contents } of batches(engine, writes)) {
    for (const item of batch) {
      report?.({ doing: "Putting files back", done, total: ready.length, unit: "files" });
      await attemptLater(item.path, () => putFile(root, engine, item, contents.get(item.target!.id), operation));
      done += 1;
    }
  }
  return skipped;

  function attempt(path: GitPath, act: () => void): void {
    try {
      act();
    } catch (error) {
      failed(path, error);
    }
  }

  async function attemptLater(path: GitPath, act: () => Promise<void>): Promise<void> {
    try {
      await act();
    } catch (error) {
      failed(path, error);
    }
  }

  /** One file that cannot be written is named and does not stop the others; a file that is gone already is as wanted. */
  function failed(path: GitPath, error: unknown): void {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ENOENT" && !items.find((item) => item.path === path)?.target) return;
    skipped.push({ path, why: { EACCES: "permission denied", EPERM: "permission denied", EROFS: "the file system is read-only", ENOSPC: "the disk is full" }[code ?? ""] ?? message });
  }
}

/** Checks every item; what is left alone may stand in the way of others, so until nothing more falls out. */
export function settle(root: string, engine: Pick<SnapshotEngine, "hash">, items: readonly PlanItem[]): { ready: PlanItem[]; skipped: Skipped[] } {
  const skipped: Skipped[] = [];
  let ready = [...items];
  for (;;) {
    const context: CheckContext = { root, engine, planned: new Map(ready.map((item) => [item.path, item])) };
    const out = new Map<GitPath, string>();
    for (const item of ready) {
      const why = checkItem(item, context);
      if (why !== undefined) out.set(item.path, why);
    }
    // A file whose folder-to-be cannot come keeps what is below it, and a folder's files go or stay together with it.
    for (const path of out.keys()) for (const item of ready) if (item.path.startsWith(`${path}/`) && !out.has(item.path)) out.set(item.path, out.get(path)!);
    if (out.size === 0) return { ready, skipped };
    for (const [path, why] of out) skipped.push({ path, why });
    ready = ready.filter(({ path }) => !out.has(path));
  }
}

function removeIfEmpty(root: string, folder: GitPath): void {
  try {
    rmdirSync(onDisk(root, folder.slice(0, -1)));
  } catch {
    // Not empty, or gone: both are fine.
  }
}

interface Batch {
  readonly items: readonly PlanItem[];
  /** Empty for a file too large to be held in memory. */
  readonly contents: ReadonlyMap<ObjectId, Buffer>;
}

/** Mostly everything fits in memory together; only where it does not the sizes are asked for. */
async function* batches(engine: SnapshotEngine, items: readonly PlanItem[]): AsyncGenerator<Batch> {
  const idsOf = (some: readonly PlanItem[]) => some.map(({ target }) => target!.id);
  const contents = await engine.readBlobs(idsOf(items), BATCH);
  if (contents) return yield { items, contents };
  const sizes = await engine.sizes(idsOf(items));
  for (const some of inParts(items, sizes)) yield { items: some, contents: (await engine.readBlobs(idsOf(some), BATCH)) ?? new Map<ObjectId, Buffer>() };
}

/** Parts of no more than `BATCH` bytes; a larger file is a part of its own. */
function* inParts(items: readonly PlanItem[], sizes: ReadonlyMap<ObjectId, number>): Generator<PlanItem[]> {
  let part: PlanItem[] = [];
  let bytes = 0;
  for (const item of items) {
    const size = sizes.get(item.target!.id) ?? 0;
    if (part.length > 0 && bytes + size > BATCH) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(item);
    bytes += size;
  }
  if (part.length > 0) yield part;
}
