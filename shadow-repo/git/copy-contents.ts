import { chmodSync, closeSync, existsSync, openSync, renameSync, rmSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { runProcess, type ProcessResult } from "../../kit/run-process.ts";
import { waitingAmongObjects } from "../../worktree/doors/git.ts";
import type { GitPath } from "../git-path.ts";
import { temporaryIn, type Place } from "../place.ts";
import type { SourceIndex } from "../source/source-index.ts";
import { shadowEnvironment, tryShadowGit } from "./shadow-git.ts";

const REGULAR = [0o100644, 0o100755];

/**
 * Copies the contents of tracked files from the source's objects into a pack of the shadow repository, before the first
 * capture reads the files, so that it need not compress and write them. The source's index and trees decide nothing:
 * the capture still reads each file. Gives the files whose content was probably copied.
 * @param wanted the files that the capture records
 */
export function copyContents(
  io: Io,
  place: Place,
  source: SourceIndex,
  wanted: ReadonlySet<GitPath>,
): ReadonlySet<GitPath> {
  // Copy nothing in this case: git would wait for a pipe among the source's objects, or read a device without end.
  if (waitingAmongObjects(place.worktree) !== undefined) return new Set();
  const entries = [...source.tracked().values()].filter(
    ({ path, mode, stage, size }) => REGULAR.includes(mode) && stage === 0 && size > 0 && wanted.has(path),
  );
  const sizes = sizesOf(
    io,
    place,
    entries.map(({ id }) => id),
  );
  // Leave out an object if its size differs from the file's, since git then converts the content at checkout. An object
  // without a size is missing, as in a partial clone.
  const same = entries.filter((entry) => sizes.get(entry.id) === entry.size);
  if (same.length === 0 || !copy(io, place, [...new Set(same.map(({ id }) => id))])) return new Set();
  return new Set(same.map(({ path }) => path));
}

/** The size in bytes of each object that the source has and that is a blob. */
function sizesOf(io: Io, place: Place, ids: readonly string[]): ReadonlyMap<string, number> {
  const sizes = new Map<string, number>();
  if (ids.length === 0) return sizes;
  const { stdout } = withSource(io, place, ["cat-file", "--batch-check", "--buffer"], { input: lines(ids) });
  for (const line of stdout.toString("latin1").split("\n")) {
    const [id = "", type, size] = line.split(" ");
    if (type === "blob") sizes.set(id, Number(size));
  }
  return sizes;
}

/**
 * Copies objects as a fetch does: `index-pack` computes each id from the content and rejects damaged objects. Gives
 * whether all were copied.
 */
function copy(io: Io, place: Place, ids: readonly string[]): boolean {
  io.progress?.({ doing: "Copying what git already has", done: 0, total: 0, unit: "files" });
  const file = temporaryIn(io, place.shadow, "pack");
  try {
    const fd = openSync(file, "wx", 0o600);
    try {
      // --window=0: git searches for no new deltas and keeps those of the source.
      const packed = withSource(
        io,
        place,
        ["-c", "core.compression=1", "pack-objects", "-q", "--window=0", "--threads=1", "--stdout"],
        { input: lines(ids), output: fd },
      );
      if (packed.status !== 0) return false;
    } finally {
      closeSync(fd);
    }
    const indexed = tryShadowGit(io, place, ["index-pack", file]);
    // the pack is damaged, or an existing pack of the same objects cannot be read
    if (indexed.status !== 0) return false;
    const name = indexed.stdout.toString("latin1").trim();
    // Rename the index last: git finds packs by their indexes, and an index without its pack is an error.
    for (const ending of ["pack", "rev", "idx"]) {
      const part = file.replace(/pack$/, ending);
      if (!existsSync(part)) continue;
      chmodSync(part, 0o400);
      renameSync(part, `${place.shadow}/objects/pack/pack-${name}.${ending}`);
    }
    return true;
  } finally {
    for (const ending of ["pack", "rev", "idx"]) rmSync(file.replace(/pack$/, ending), { force: true });
  }
}

function lines(ids: readonly string[]): Buffer {
  return Buffer.from(`${ids.join("\n")}\n`, "latin1");
}

/**
 * Runs a git command that sees the source's objects, too. The command must only read: git would not write an object
 * that the source already has.
 */
function withSource(
  io: Io,
  place: Place,
  args: readonly string[],
  options: { readonly input: Buffer; readonly output?: number },
): ProcessResult {
  // git splits the list at colons, unless a path is quoted.
  const quoted = `"${place.worktree.commonDir.replace(/[\\"]/g, "\\$&")}/objects"`;
  const env = { ...shadowEnvironment(io, place), GIT_ALTERNATE_OBJECT_DIRECTORIES: quoted };
  return runProcess("git", args, {
    env,
    cwd: place.worktree.root,
    timeout: 600_000,
    timeLeft: io.timeLeft,
    ...options,
  });
}
