import { renameSync, unlinkSync, type BigIntStats } from "node:fs";

import { causeInWords } from "../../../kit/disk-trouble.ts";
import type { Io } from "../../../kit/io.ts";
import { UserError } from "../../../kit/user-error.ts";
import type { ObjectId, Skipped, SnapshotEngine } from "../../engine.ts";
import { hashOf } from "../../git-object.ts";
import { foldersOf, onDisk, type GitPath } from "../../git-path.ts";
import { foundAt } from "../../source/on-disk.ts";
import { checkItem, CHANGED, type CheckContext } from "./check-item.ts";
import { lockFolders, tidyUp } from "./folders.ts";
import type { PlanItem } from "../plan/plan-item.ts";
import { putFile, type Putting } from "./put-file.ts";
import { isUntouched, linked, temporaryFor } from "./second-name.ts";

/** Contents of at most this many bytes together are held in memory. */
const BATCH = 32 * 1024 * 1024;

interface Applied {
  /** The beginning of the oldest step, in milliseconds. */
  readonly since?: number | undefined;
  /** Whether a folder stays although the operation deleted its last file. */
  readonly keepsFolder?: ((folder: GitPath) => boolean) | undefined;
  /** The files that `settle` compared when the plan was made. */
  readonly seen?: Seen | undefined;
}

/** What was done. */
interface Done {
  /** The files that were left alone, with the reasons. */
  readonly skipped: Skipped[];
  /** The regular files that were written → their modes. */
  readonly written: ReadonlyMap<GitPath, number>;
  /** The folders that were made. */
  readonly madeFolders: readonly GitPath[];
}

/** Files whose content was compared with the capture → their stats at that time. */
type Seen = ReadonlyMap<GitPath, BigIntStats>;

/**
 * Carries out a plan. It first deletes files, so that a folder can give way to a file of its name; then writes files,
 * each whole or not at all; then removes folders that became empty, are no older than `since` (milliseconds), and are
 * not kept.
 */
export async function applyPlan(
  root: string,
  engine: SnapshotEngine,
  items: readonly PlanItem[],
  { operation, modes, since, keepsFolder, seen }: Pick<Putting, "operation" | "modes"> & Applied,
  report: Io["progress"],
): Promise<Done> {
  const { ready, skipped } = settle(root, engine, items, seen);
  const putting: Putting = { root, engine, operation, modes, later: new Map(), written: new Map() };
  const deletions = ready.filter(({ current, target }) => current && !target);
  for (const item of deletions) await attempt(item, () => dropFile(putting, item));
  const writes = ready.filter(({ target }) => target);
  for (const item of writes) if (item.merged) await attempt(item, () => putFile(putting, item, item.merged?.content));
  // If a folder is missing, the steps may have renamed it. Under its new name it still has its old birth time, so
  // `tidyUp` gets no `since`: otherwise it would leave this folder.
  const isFolder = (folder: GitPath) => foundAt(root, folder.slice(0, -1))?.isDirectory() === true;
  const missing = [...new Set(writes.flatMap(({ path }) => foldersOf(path)))].filter((folder) => !isFolder(folder));
  const stored = writes.filter(({ merged }) => !merged);
  let done = ready.length - stored.length;
  for await (const { items: batch, contents, lost } of batches(engine, stored)) {
    putting.checkedFolder = undefined; // to read the contents took time
    for (const item of batch) {
      report?.({ doing: "Putting files back", done, total: ready.length, unit: "files" });
      await attempt(item, () =>
        lost.has(item.target!.id) ? LOST : putFile(putting, item, contents.get(item.target!.id)),
      );
      done += 1;
    }
  }
  tidyUp(root, {
    deleted: deletions.map(({ path }) => path),
    written: writes.map(({ path }) => path),
    since: missing.length > 0 ? undefined : since,
    keepsFolder,
  });
  lockFolders(putting);
  return { skipped, written: putting.written, madeFolders: missing.filter(isFolder) };

  /**
   * Carries out one item. A file that cannot be written goes into `skipped` and does not stop the other items; a file
   * that was to be deleted and is gone already is no failure.
   */
  async function attempt(
    { path, target }: PlanItem,
    act: () => string | undefined | Promise<string | undefined>,
  ): Promise<void> {
    try {
      const why = await act();
      if (why !== undefined) skipped.push({ path, why });
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" && !target) return;
      skipped.push({ path, why: causeInWords(error) ?? message });
    }
  }
}

/** The reason to leave a file alone whose content is no longer in the shadow repository. */
export const LOST = "what was recorded of it is lost";

/**
 * Checks every item. An item that is left alone may be in the way of other items, so the check is repeated with the
 * remaining items until it leaves no more alone.
 * @param seen of an earlier answer's `seen`: files that have not changed since are not read once more
 */
export function settle(
  root: string,
  engine: Pick<SnapshotEngine, "format">,
  items: readonly PlanItem[],
  seen: Seen = new Map(),
): { ready: PlanItem[]; skipped: Skipped[]; seen: Seen } {
  const skipped: Skipped[] = [];
  const compared = new Map<GitPath, BigIntStats>();
  let ready = [...items];
  for (;;) {
    const planned = new Map(ready.map((item) => [item.path, item]));
    const context: CheckContext = { root, engine, planned, ways: new Map(), seen, compared };
    const out = new Map<GitPath, string>();
    for (const item of ready) {
      const { why } = checkItem(item, context);
      if (why !== undefined) out.set(item.path, why);
    }
    // If a file cannot give way to a folder, no file of that folder is written. If a folder cannot give way to a file,
    // the folder's files stay.
    for (const path of out.keys())
      for (const item of ready)
        if (item.path.startsWith(`${path}/`) && !out.has(item.path)) out.set(item.path, out.get(path)!);
    if (out.size === 0) return { ready, skipped, seen: compared };
    for (const [path, why] of out) skipped.push({ path, why });
    ready = ready.filter(({ path }) => !out.has(path));
  }
}

interface Batch {
  readonly items: readonly PlanItem[];
  /** The contents by their ids. Empty if the batch is one file that is too large for memory. */
  readonly contents: ReadonlyMap<ObjectId, Buffer>;
  /** Ids of contents that are missing or damaged in the shadow repository. */
  readonly lost: ReadonlySet<ObjectId>;
}

/**
 * Yields the items in batches whose contents fit in memory. Usually the contents of all items do, so the sizes are read
 * only if they do not.
 */
async function* batches(engine: SnapshotEngine, items: readonly PlanItem[]): AsyncGenerator<Batch> {
  const ids = items.map(({ target }) => target!.id);
  const damaged = new Set<ObjectId>();
  let contents: ReadonlyMap<ObjectId, Buffer> | undefined;
  try {
    contents = await engine.readBlobs(ids, BATCH);
    for (const [id, content] of contents ?? []) if (hashOf("blob", content, engine.format) !== id) damaged.add(id);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (items.length === 1) return yield { items, contents: new Map(), lost: new Set(ids) };
    // One of the contents is damaged. Halving the batch finds the damaged one, so that all other files are put back.
    const middle = items.length >> 1;
    yield* batches(engine, items.slice(0, middle));
    return yield* batches(engine, items.slice(middle));
  }
  if (contents)
    return yield { items, contents, lost: new Set(ids.filter((id) => damaged.has(id) || !contents!.has(id))) };
  if (items.length === 1) return yield { items, contents: new Map(), lost: new Set() };
  const sizes = await engine.sizes(ids);
  for (const some of inParts(items, sizes)) yield* batches(engine, some);
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

/**
 * Removes one file and returns the reason if it was left alone. A file that is gone, or a folder by now, needs no
 * removal. The file is renamed before the last check, so that a file that another program puts there meanwhile is not
 * removed.
 */
function dropFile({ root, engine, operation }: Putting, item: PlanItem): string | undefined {
  const verdict = checkItem(item, { root, engine, planned: new Map() });
  if (verdict.why !== undefined) return verdict.why;
  if (!verdict.found || verdict.found.isDirectory()) return undefined;
  const [place, aside] = [onDisk(root, item.path), temporaryFor(root, item.path, operation)];
  renameSync(place, aside);
  if (isUntouched(aside, verdict.found, item.current!, engine)) {
    unlinkSync(aside);
    return undefined;
  }
  if (linked(aside, place)) unlinkSync(aside);
  else if (foundAt(root, item.path))
    return `${CHANGED}, and once more; what was there first is in ${aside.toString("utf8")}`;
  else renameSync(aside, place);
  return CHANGED;
}
