import { writeSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Coverage } from "../coverage.ts";
import { objectFormat } from "../create-shadow.ts";
import type { LineCounts, ObjectId, SnapshotEngine, TreeEntry } from "../engine.ts";
import { foldersOf, isAmong, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { fileSystemOf, jsCapture } from "./capture.ts";
import { IgnoreRules } from "./ignore-rules.ts";
import { emptyFolders, ignoredTops } from "./ignored-tops.ts";
import { Objects } from "./objects.ts";
import { checkObjects } from "./reached.ts";
import { changeTree, diffTrees, entryFinder } from "./trees.ts";

/** The largest content, in bytes, whose lines are counted. A larger content is treated as binary. */
const COUNTED = 16 * 1024 * 1024;

/**
 * The engine for machines without git. It reads and writes the same shadow repository and the same trees as the native
 * engine. A content is held in memory as a whole, and so is the pack that holds it.
 * @throws UserError `needsGit` for a SHA-256 repository, which isomorphic-git cannot read
 */
export default function jsEngine(io: Io, place: Place): SnapshotEngine {
  if (objectFormat(place) === "sha256") throw new UserError("needsGit", [place.worktree.root]);
  const objects = new Objects(io, place.shadow);
  const contentOf = async (entry: TreeEntry | undefined) => (entry ? objects.read(entry.id, "blob") : Buffer.alloc(0));
  const diff = async (before: ObjectId, after: ObjectId, prefix: GitPath) => {
    try {
      return await diffTrees(objects, before, after, prefix);
    } catch (error) {
      throw error instanceof UserError ? new UserError("lostObjects", [], error) : error;
    }
  };
  return {
    name: "isomorphic-git",
    format: "sha1",
    capture: (options) => jsCapture(io, place, options),
    ignored: (prefix) => ignoredTops(io, place, prefix, fileSystemOf(io, place.shadow).ignoresCase),
    emptyFolders: (prefix) => emptyFolders(io, place, prefix, fileSystemOf(io, place.shadow).ignoresCase),
    ignoredBy: (tree, coverage, paths) =>
      ignoredBy(objects, tree, coverage, paths, fileSystemOf(io, place.shadow).ignoresCase),
    diff,
    diffAll: (pairs, path) =>
      inOrder(pairs, async ([before, after]) => {
        const changes = await diff(before, after, path ?? "");
        return path === undefined ? changes : changes.filter((one) => isAmong(one.path, [path]));
      }),
    lineCounts: (pairs) =>
      inOrder(pairs, async ([before, after]) => {
        const { countLines } = await import("./patch.ts");
        const counts = new Map<GitPath, LineCounts>();
        for (const change of await diff(before, after, "")) {
          const [old, now] = [await contentOf(change.before), await contentOf(change.after)];
          const counted = Math.max(old.length, now.length) > COUNTED ? undefined : countLines(old, now);
          if (counted) counts.set(change.path, counted);
        }
        return counts;
      }),
    renames: (pairs) =>
      inOrder(pairs, async ([before, after]) => {
        const { likeRenames } = await import("./like-renames.ts");
        return likeRenames(await diff(before, after, ""), contentOf);
      }),
    async patch(before, after, paths, form) {
      const { writePatch } = await import("./patch.ts");
      const wanted = new Set(paths);
      const changes = (await diff(before, after, "")).filter(({ path }) => wanted.has(path));
      const texts = await inOrder(changes, (change) => writePatch(change, contentOf, form));
      return Buffer.from(texts.join(""), "latin1");
    },
    withContents: (tree, files) => changeTree(objects, tree, files),
    async sizes(ids) {
      const sizes = new Map<ObjectId, number>();
      for (const id of new Set(ids)) {
        // A damaged object is treated as missing.
        const found = await objects.find(id).catch(() => undefined);
        if (found) sizes.set(id, found.content.length);
      }
      return sizes;
    },
    async readBlobs(ids, atMost) {
      const blobs = new Map<ObjectId, Buffer>();
      let bytes = 0;
      for (const id of new Set(ids)) {
        const found = await objects.find(id);
        bytes += found?.content.length ?? 0;
        if (bytes > atMost) return undefined;
        if (found?.type === "blob") blobs.set(id, found.content);
      }
      return blobs;
    },
    writeBlobTo: async (id, fd) => writeAll(fd, await objects.read(id, "blob")),
    check: () => checkObjects(place.shadow, objects),
  };
}

/** The part of `paths` that the rules of an earlier state ignore: the rules in its tree and in its coverage. */
async function ignoredBy(
  objects: Objects,
  tree: ObjectId,
  { outside, rules }: Coverage,
  paths: readonly GitPath[],
  ignoreCase: boolean,
): Promise<GitPath[]> {
  const find = entryFinder(objects);
  const texts = new Map(Object.entries(rules));
  for (const folder of new Set(["", ...paths.flatMap(foldersOf)])) {
    const path = `${folder}.gitignore`;
    const file = texts.has(path) ? undefined : await find(tree, path);
    if (file?.mode.startsWith("100")) texts.set(path, (await objects.read(file.id, "blob")).toString("latin1"));
  }
  const then = new IgnoreRules(outside, ignoreCase, (folder) => texts.get(`${folder}.gitignore`));
  return paths.filter((path) => then.ignores(path));
}

async function inOrder<Item, Result>(items: readonly Item[], work: (item: Item) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await work(item));
  return results;
}

function writeAll(fd: number, bytes: Buffer): void {
  for (let done = 0; done < bytes.length; ) done += writeSync(fd, bytes, done);
}
