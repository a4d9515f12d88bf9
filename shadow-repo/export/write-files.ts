import { closeSync, mkdirSync, openSync, symlinkSync, writeSync } from "node:fs";

import type { Modes } from "../coverage.ts";
import type { ObjectId, Skipped, SnapshotEngine, TreeEntry } from "../engine.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import { batchesOf } from "../look/find-text.ts";

const LINK = "120000";
/** The most bytes of contents that are held in memory. A larger content is streamed to its file. */
const LARGE = 64 * 1024 * 1024;
/**
 * Codes of errors that concern one name: the system does not allow the name, or not together with the name of another
 * file.
 */
const OF_A_NAME = ["EEXIST", "ENOTDIR", "EISDIR", "ENAMETOOLONG", "EILSEQ", "EINVAL"];

/** All permissions of a folder's owner. */
const OWNER = 0o700;

/** The id of a content → the paths and entries of the files that have this content. */
type ByContent = ReadonlyMap<ObjectId, readonly (readonly [GitPath, TreeEntry])[]>;

/**
 * Writes the files of a state into an empty folder, with their recorded permissions and those of the folders between,
 * to which the owner may always write. No file is overwritten, and links are written last, so that no file is written
 * through a link. Gives the files that could not be written.
 */
export async function writeFiles(
  engine: SnapshotEngine,
  root: string,
  files: ReadonlyMap<GitPath, TreeEntry>,
  { usual, odd }: Modes,
): Promise<Skipped[]> {
  const skipped: Skipped[] = [];
  const made = new Set<GitPath>();
  const sizes = await engine.sizes([...files.values()].map(({ id }) => id));
  for (const [path, { id }] of files) if (!sizes.has(id)) skipped.push({ path, why: "its content is lost" });
  const [links, others] = [true, false].map((isLink) =>
    byContent([...files].filter(([, { mode }]) => (mode === LINK) === isLink)),
  ) as [ByContent, ByContent];
  for (const kind of [others, links])
    for (const ids of batchesOf(new Map([...sizes].filter(([id]) => kind.has(id))))) {
      const bytes = ids.reduce((sum, id) => sum + sizes.get(id)!, 0);
      const contents = bytes > LARGE ? undefined : await engine.readBlobs(ids, bytes);
      for (const id of ids)
        for (const [path, { mode }] of kind.get(id)!) await writeOne(path, mode, id, contents?.get(id));
    }
  return skipped;

  /** Makes the folders above a path, outermost first: `recursive` alone would give one mode to all of these. */
  function makeFolderOf(path: GitPath): void {
    for (const folder of foldersOf(path).toReversed()) {
      if (made.has(folder)) continue;
      mkdirSync(onDisk(root, folder), { recursive: true, mode: OWNER | (odd.get(folder) ?? usual.folder) });
      made.add(folder);
    }
  }

  async function writeOne(path: GitPath, mode: string, id: ObjectId, content: Buffer | undefined): Promise<void> {
    const place = onDisk(root, path);
    try {
      makeFolderOf(path);
      if (mode === LINK) symlinkSync(content ?? Buffer.alloc(0), place);
      else await writeTo(openSync(place, "wx", odd.get(path) ?? (mode === "100755" ? usual.executable : usual.file)));
    } catch (error) {
      const { code = "" } = error as NodeJS.ErrnoException;
      if (!OF_A_NAME.includes(code)) throw error;
      skipped.push({
        path,
        why: code === "EEXIST" ? "a file of that name is there already" : `it cannot be made (${code})`,
      });
    }

    async function writeTo(fd: number): Promise<void> {
      try {
        if (!content) await engine.writeBlobTo(id, fd);
        else for (let at = 0; at < content.length; ) at += writeSync(fd, content, at);
      } finally {
        closeSync(fd);
      }
    }
  }
}

function byContent(files: readonly (readonly [GitPath, TreeEntry])[]): ByContent {
  const found = new Map<ObjectId, (readonly [GitPath, TreeEntry])[]>();
  for (const file of files) {
    const own = found.get(file[1].id);
    if (own) own.push(file);
    else found.set(file[1].id, [file]);
  }
  return found;
}
