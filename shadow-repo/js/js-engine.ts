import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { objectFormat } from "../create-shadow.ts";
import type { LineCounts, ObjectId, SnapshotEngine, TreeEntry } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { checkObjects } from "./check-objects.ts";
import { countLines } from "./count-lines.ts";
import { diffTrees } from "./diff-trees.ts";
import { fileSystemOf } from "./file-system.ts";
import { ignoredBy } from "./ignored-by.ts";
import { jsCapture } from "./js-capture.ts";
import { objectReader, type ObjectReader } from "./object-reader.ts";
import { WRITE_PATCH } from "./registry.ts";

/** Lines of a larger content are not counted, as if it were binary. */
const COUNTED = 16 * 1024 * 1024;

/**
 * The engine for where no git is installed. It reads and writes the same shadow repository as the native one, and the
 * same trees. SHA-256 repositories it refuses: isomorphic-git does not know them.
 */
export default function jsEngine(io: Io, place: Place): SnapshotEngine {
  if (objectFormat(place) === "sha256") throw new UserError("needsGit", [place.worktree.root]);
  const reader = objectReader(place.shadow);
  return {
    name: "isomorphic-git",
    format: "sha1",
    capture: (options) => jsCapture(io, place, options),
    ignoredBy: (tree, coverage, paths) =>
      ignoredBy(reader, tree, coverage, paths, fileSystemOf(io, place.shadow).ignoresCase),
    diff: (before, after, prefix) => diffTrees(reader, before, after, prefix),
    diffAll: (pairs) => inOrder(pairs, ([before, after]) => diffTrees(reader, before, after, "")),
    lineCounts: (pairs) => inOrder(pairs, ([before, after]) => lineCounts(reader, before, after)),
    async patch(before, after, paths) {
      const { writePatch } = await WRITE_PATCH();
      const wanted = new Set(paths);
      const changes = (await diffTrees(reader, before, after, "")).filter(({ path }) => wanted.has(toText(path)));
      return toText(
        (await inOrder(changes, (change) => writePatch(change, (entry) => reader.read(entry.id, "blob")))).join(""),
      );
    },
    async sizes(ids) {
      const sizes = new Map<ObjectId, number>();
      for (const id of new Set(ids)) {
        const size = await sizeOf(reader, id);
        if (size !== undefined) sizes.set(id, size);
      }
      return sizes;
    },
    async readBlobs(ids, atMost) {
      const blobs = new Map<ObjectId, Buffer>();
      let bytes = 0;
      for (const id of new Set(ids)) {
        bytes += (await reader.size(id)) ?? 0;
        if (bytes > atMost) return undefined;
        const found = await reader.find(id);
        if (found?.type === "blob") blobs.set(id, found.content);
      }
      return blobs;
    },
    writeBlobTo: (id, fd) => reader.copy(id, fd),
    check: () => checkObjects(place.shadow, reader),
  };
}

/** One that is damaged is as good as gone. */
async function sizeOf(reader: ObjectReader, id: ObjectId): Promise<number | undefined> {
  try {
    return await reader.size(id);
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

async function inOrder<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

async function lineCounts(reader: ObjectReader, before: ObjectId, after: ObjectId): Promise<Map<GitPath, LineCounts>> {
  const counts = new Map<GitPath, LineCounts>();
  const content = async (entry: TreeEntry | undefined): Promise<Buffer | undefined> => {
    if (!entry) return Buffer.alloc(0);
    return ((await reader.size(entry.id)) ?? 0) > COUNTED ? undefined : reader.read(entry.id, "blob");
  };
  for (const change of await diffTrees(reader, before, after, "")) {
    const [old, now] = [await content(change.before), await content(change.after)];
    const counted = old && now && countLines(old, now);
    if (counted) counts.set(change.path, counted);
  }
  return counts;
}
