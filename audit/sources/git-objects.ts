import { join } from "node:path";

import { shadowEnvironment } from "../../shadow-repo/doors/source.ts";
import { openHistory, placeOf } from "../../shadow-repo/doors/place.ts";
import { noWorktree, type Worktree } from "../../worktree/doors/worktree.ts";
import { parseRawDiff, STAGED } from "../../worktree/doors/git.ts";
import { sourceRepository, type AuditedRepository } from "../audited-repository.ts";
import { askGit } from "../git.ts";
import type { CleanObjects } from "../kept-state.ts";
import { textObjects, listObjects, OLDEST_FIRST, readObjects, type GitObject } from "../read-objects.ts";
import { nameFrom, streamed, type AuditPlace, type Content, type Source } from "../source.ts";

/** Yields the contents of objects as sources. */
async function* contentsOf(
  repository: AuditedRepository,
  objects: readonly GitObject[],
  sourceOf: (object: GitObject) => Source,
): AsyncGenerator<Content> {
  for await (const [object, bytes] of readObjects(repository, objects)) {
    const source = sourceOf(object);
    if (!Buffer.isBuffer(bytes)) yield await streamed(source, bytes);
    else yield { source, start: object.type === "blob" ? bytes : messageOf(bytes) };
  }
}

/** The message of a commit or tag, without the headers. */
function messageOf(bytes: Buffer): Buffer {
  const end = bytes.indexOf("\n\n");
  return end === -1 ? bytes : bytes.subarray(end + 2);
}

function worktreeOf({ io, worktree }: AuditPlace): Worktree {
  if (!worktree) throw noWorktree(io.cwd, "noRepository");
  return worktree;
}

/** Yields the staged version of each file that the next commit would change. */
export async function* staged(place: AuditPlace): AsyncGenerator<Content> {
  const { io } = place;
  const worktree = worktreeOf(place);
  const repository = sourceRepository(io, worktree);
  const pathOf = new Map<string, string>(); // equal contents are searched once
  for (const { id, path } of parseRawDiff(await askGit(repository, STAGED))) {
    if (id === undefined) continue;
    const file = join(worktree.root, path);
    if (!place.isLeftOut(file)) pathOf.set(id, nameFrom(io.cwd, file));
  }
  const objects = await textObjects(repository, [...pathOf.keys()].map((id) => `${id}\n`).join(""));
  const found = new Set(objects.map(({ id }) => id));
  for (const [id, name] of pathOf) if (!found.has(id)) place.unread({ name, why: "git does not find its content" });
  yield* contentsOf(repository, objects, ({ id }) => ({
    origin: "staged",
    name: pathOf.get(id) ?? id,
    tracked: true,
    blob: id,
  }));
}

/** The contents of a history, and their size in bytes. */
interface HistoryContents {
  readonly bytes: number;
  /** The number of objects that an earlier audit found clean. */
  readonly remembered: number;
  readonly contents: AsyncIterable<Content>;
}

/** Every blob and message of a history, each once: of all refs, or of a range as for `git log`. */
export async function history(place: AuditPlace, range: string | true, clean: CleanObjects): Promise<HistoryContents> {
  const repository = sourceRepository(place.io, worktreeOf(place));
  // After `--end-of-options` no part of the range can be taken for an option.
  const revisions = range === true ? ["--all"] : ["--end-of-options", ...range.split(/\s+/), "--"];
  const listed = await listObjects(repository, [...OLDEST_FIRST, ...revisions]);
  const wanted = listed.filter(({ type, path }) => type !== "blob" || path === "" || !place.isLeftOut(path));
  const unseen = wanted.filter(({ id }) => !clean.has(id));
  return {
    bytes: unseen.reduce((sum, { size }) => sum + size, 0),
    remembered: wanted.length - unseen.length,
    contents: contentsOf(repository, unseen, ({ type, id, path, root }) => ({
      origin: "history",
      name: type === "blob" ? path : `(message of ${type} ${id.slice(0, 12)})`,
      tracked: type === "blob",
      commit: root,
      blob: id,
    })),
  };
}

/** Yields every file in the states before and after each checkpoint of this worktree; equal contents once. */
export async function* checkpoints({ io, isLeftOut }: AuditPlace): AsyncGenerator<Content> {
  const { place, shadow, history: kept } = await openHistory(io, placeOf(io, io.cwd), "look");
  if (!shadow) return;
  const trees = [
    ...kept.checkpoints,
    ...kept.operations.map(({ before, end }) => ({ before, after: end?.after ?? before })),
  ].flatMap(({ before, after }) => [before, after]);
  const repository = { folder: place.worktree.root, env: shadowEnvironment(io, place) };
  // Objects that retention has deleted meanwhile are skipped.
  const listed = await listObjects(repository, ["--ignore-missing", "--stdin"], `${[...new Set(trees)].join("\n")}\n`);
  const blobs = listed.filter(({ type, path }) => type === "blob" && !isLeftOut(path));
  yield* contentsOf(repository, blobs, ({ id, path }) => ({
    origin: "checkpoint",
    name: path,
    tracked: false,
    blob: id,
  }));
}
