import { UserError } from "../../kit/user-error.ts";
import type { CleanObjects } from "../clean-objects.ts";
import { OLDEST_FIRST, listObjects, type ListedObject } from "../git/list-objects.ts";
import { sourceRepository } from "../git/repository.ts";
import { streamObjects } from "../git/stream-objects.ts";
import type { Content } from "../source.ts";
import type { AuditPlace } from "./audit-place.ts";

/** The objects of the history that are to be searched, and how to read them. */
export interface HistoryContents {
  readonly bytes: number;
  /** Objects that an earlier run found clean. */
  readonly remembered: number;
  readonly contents: AsyncIterable<Content>;
}

/** Every blob and message behind all refs, or in a range as `git log` takes it, each once. */
export async function history(
  place: AuditPlace,
  range: string | undefined,
  clean: CleanObjects,
): Promise<HistoryContents> {
  const { io, worktree, rules } = place;
  if (!worktree) throw new UserError("noRepository", [io.cwd]);
  const repository = sourceRepository(io, worktree.root);
  // Behind --end-of-options nothing that a range says is taken for an option.
  const revisions = range === undefined ? ["--all"] : ["--end-of-options", ...range.split(/\s+/), "--"];
  const listed = await listObjects(repository, [...OLDEST_FIRST, ...revisions]);
  const wanted = listed.filter(({ type, path }) => type !== "blob" || path === "" || !rules.isLeftOut(path));
  const unseen = wanted.filter(({ id }) => !clean.has(id));
  return {
    bytes: unseen.reduce((sum, { size }) => sum + size, 0),
    remembered: wanted.length - unseen.length,
    contents: contentsOf(
      unseen,
      streamObjects(
        repository,
        unseen.map(({ id }) => id),
      ),
    ),
  };
}

async function* contentsOf(
  objects: readonly ListedObject[],
  stream: ReturnType<typeof streamObjects>,
): AsyncGenerator<Content> {
  const byId = new Map(objects.map((object) => [object.id, object]));
  for await (const [id, chunks] of stream) {
    const object = byId.get(id);
    if (!object) continue;
    const { type, path, root } = object;
    if (type === "blob")
      yield { source: { origin: "history", name: path, tracked: true, commit: root, blob: id }, chunks };
    else
      yield {
        source: {
          origin: "history",
          name: `(message of ${type} ${id.slice(0, 12)})`,
          tracked: false,
          commit: root,
          blob: id,
        },
        chunks: messageOf(chunks),
      };
  }
}

/** A commit without its headers: ids, names, a signature. */
function messageOf(chunks: Buffer | AsyncIterable<Buffer>): Buffer | AsyncIterable<Buffer> {
  if (!Buffer.isBuffer(chunks)) return chunks;
  const end = chunks.indexOf("\n\n");
  return end === -1 ? chunks : chunks.subarray(end + 2);
}
