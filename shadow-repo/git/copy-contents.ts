import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { waitingAmongObjects } from "../../worktree/doors/git.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import type { SourceIndex } from "../source/source-index.ts";
import { packCheckedInto } from "./pack-into.ts";
import { tryShadowGit } from "./shadow-git.ts";

const REGULAR = [0o100644, 0o100755];

/**
 * Copies the contents of tracked files from the source's objects into a pack of the shadow repository, before the first
 * capture reads the files, so that it need not compress and write them. The source's index and trees decide nothing:
 * the capture still reads each file. If the source holds one object in a damaged form, none is copied. Gives the files
 * whose content was probably copied.
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
  const ids = entries.map(({ id }) => id);
  const sizes = sizesOf(io, place, ids);
  // Leave out an object if its size differs from the file's, since git then converts the content at checkout. An object
  // without a size is missing, as in a partial clone.
  const isSame = entries.map(({ size }, at) => sizes[at] === size);
  const same = [...new Set(ids.filter((_, at) => isSame[at]))];
  if (same.length === 0 || !copy(io, place, same)) return new Set();
  return new Set(entries.flatMap(({ path }, at) => (isSame[at] ? path : [])));
}

/** The size in bytes of each object, in the order of the ids; `undefined` if the source lacks the blob. */
function sizesOf(io: Io, place: Place, ids: readonly string[]): (number | undefined)[] {
  if (ids.length === 0) return [];
  const { stdout } = tryShadowGit(io, place, ["cat-file", "--batch-check=%(objecttype) %(objectsize)", "--buffer"], {
    input: lines(ids),
    moreObjects: objectsOf(place),
  });
  const found = stdout.toString("latin1").split("\n");
  return found.map((line) => (line.startsWith("blob ") ? Number(line.slice("blob ".length)) : undefined));
}

/** Packs objects of the source. @returns whether none of them is missing or damaged */
function copy(io: Io, place: Place, ids: readonly string[]): boolean {
  io.progress?.({ doing: "Copying what git already has", done: 0, total: 0, unit: "files" });
  try {
    return packCheckedInto(io, place, { ids: lines(ids), moreObjects: objectsOf(place) });
  } catch (error) {
    if (error instanceof UserError && error.code === "gitFailed") return false;
    throw error;
  }
}

function lines(ids: readonly string[]): string {
  return `${ids.join("\n")}\n`;
}

function objectsOf({ worktree }: Place): string {
  return `${worktree.commonDir}/objects`;
}
