import { closeSync, constants, fstatSync, openSync, readSync, type BigIntStats, type PathLike } from "node:fs";

import { createHash } from "../kit/hash.ts";
import { UserError } from "../kit/user-error.ts";
import type { ObjectId, TreeEntry } from "./engine.ts";
import type { GitPath } from "./git-path.ts";

type Format = "sha1" | "sha256";

/** The types of objects that a shadow repository holds. */
export type ObjectType = "tree" | "blob";

/** How many bytes of a file are read at a time. */
const PART = 1024 * 1024;

/** The id of an object with this content. */
export function hashOf(type: ObjectType, content: Buffer, format: Format): ObjectId {
  return createHash(format).update(`${type} ${content.length}\0`).update(content).digest("hex");
}

/**
 * The blob id of a file's content, read in parts; `undefined` if the file is not the one that `seen` describes, or has
 * another size.
 * @throws the system's error if the file cannot be read
 */
export function hashFile(file: PathLike, seen: BigIntStats, format: Format): ObjectId | undefined {
  // If a link or a pipe has replaced the file meanwhile, do not follow the link, and do not wait for the pipe.
  const fd = openSync(file, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { ino, dev, size } = fstatSync(fd, { bigint: true });
    if (ino !== seen.ino || dev !== seen.dev || size !== seen.size) return undefined;
    const hash = createHash(format).update(`blob ${size}\0`);
    const part = Buffer.allocUnsafe(Number(size) < PART ? Number(size) + 1 : PART);
    // Once `size` bytes are read, the end is not looked for: a file that grows meanwhile has other stats afterwards.
    for (let [count, total] = [-1, 0]; count !== 0 && total < size; total += count) {
      count = readSync(fd, part, 0, part.length, null);
      hash.update(part.subarray(0, count));
    }
    return hash.digest("hex");
  } finally {
    closeSync(fd);
  }
}

/** The mode of a folder in a tree object. */
export const FOLDER = "40000";
export const SUBMODULE = "160000";

/**
 * Makes the tree objects for a list of files, the top one last, and gives the id of the top one. Paths are relative to
 * the top.
 * @param write stores the content of one tree object and gives its id
 */
export function makeTrees(
  files: Iterable<readonly [GitPath, TreeEntry]>,
  write: (content: Buffer) => ObjectId,
): ObjectId {
  const entries: (TreeEntry & { readonly name: string })[] = [];
  const folders = new Map<string, [GitPath, TreeEntry][]>();
  for (const [path, entry] of files) {
    const slash = path.indexOf("/");
    if (slash < 0) {
      entries.push({ name: path, mode: entry.mode, id: entry.id });
      continue;
    }
    const name = path.slice(0, slash);
    const below = folders.get(name);
    const one: [GitPath, TreeEntry] = [path.slice(slash + 1), entry];
    if (below) below.push(one);
    else folders.set(name, [one]);
  }
  for (const [name, below] of folders) entries.push({ name, mode: FOLDER, id: makeTrees(below, write) });
  // git sorts a folder as if its name ended in a slash.
  const sortedAs = ({ name, mode }: (typeof entries)[number]) => (mode === FOLDER ? `${name}/` : name);
  entries.sort((one, other) => (sortedAs(one) < sortedAs(other) ? -1 : 1));
  return write(
    Buffer.concat(
      entries.flatMap(({ name, mode, id }) => [Buffer.from(`${mode} ${name}\0`, "latin1"), Buffer.from(id, "hex")]),
    ),
  );
}

/**
 * Reads the entries of a SHA-1 tree object, by name. An entry is `mode SP name NUL id` with an id of 20 bytes.
 * @throws UserError if the content is no tree
 */
export function parseTree(content: Buffer): Map<string, TreeEntry> {
  const entries = new Map<string, TreeEntry>();
  for (let at = 0; at < content.length; ) {
    const blank = content.indexOf(32, at);
    const end = blank < 0 ? -1 : content.indexOf(0, blank);
    if (end < 0 || end + 21 > content.length) throw new UserError("gitFailed", ["read-object", "a tree is damaged"]);
    entries.set(content.toString("latin1", blank + 1, end), {
      mode: modeFrom(content.toString("latin1", at, blank)),
      id: content.toString("hex", end + 1, end + 21),
    });
    at = end + 21;
  }
  return entries;
}

/**
 * Normalizes a mode as git does: a file is `100644`, or `100755` if its owner may execute it; a mode of neither file,
 * link nor folder is a submodule.
 */
function modeFrom(text: string): string {
  const mode = Number.parseInt(text, 8);
  const kind = mode & 0o170000;
  if (kind === 0o100000) return (mode & 0o100) === 0 ? "100644" : "100755";
  return kind === 0o120000 ? "120000" : kind === 0o040000 ? FOLDER : SUBMODULE;
}
