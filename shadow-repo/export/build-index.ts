import type { Io } from "../../kit/io.ts";
import { NO_COVERAGE, readCoverage, USUAL_MODES } from "../coverage.ts";
import type { Skipped, TreeEntry } from "../engine.ts";
import { joinNul, splitNul } from "../git/shadow-git.ts";
import type { GitPath } from "../git-path.ts";
import { ownGit } from "./own-git.ts";
import { filesOfState, type State } from "./state.ts";
import { writeFiles } from "./write-files.ts";

const SUBMODULE = "160000";

/** Permissions by which only the user, and so the user's git, can read the files. */
const PRIVATE = { ...USUAL_MODES, usual: { file: 0o600, executable: 0o700, folder: 0o700 } };

/**
 * Fills a separate index, `aside/index`, with a state. The index begins with the parent's files, without those that the
 * state knows to be deleted. Files that differ are written to `aside/files` and added from there by the person's git,
 * whose filters convert the raw bytes as for any commit. Files that the state does not cover stay as in the parent.
 * Gives the number of files in which the index differs from the parent, and the files that were left out.
 */
export async function buildIndex(
  io: Io,
  state: State,
  parent: string | undefined,
  aside: string,
): Promise<{ changed: number; skipped: Skipped[] }> {
  const { shadow, tree } = state;
  const { engine, place } = shadow;
  const own = { index: `${aside}/index`, files: `${aside}/files` };
  ownGit(io, place, ["read-tree", parent ?? "--empty"], own);
  const there = entriesOf(ownGit(io, place, ["ls-files", "-s", "-z"], own));
  const { files, refused } = await filesOfState(engine, tree);
  for (const path of files.keys()) {
    if (there.has(path) || !engine.isWithheld?.(path)) continue;
    files.delete(path);
    refused.push({ path, why: "your setting alsoRecord names it, and no commit is to hold it" });
  }
  const { deletedPaths: gone, uncovered } = await deletedSince(io, state, there, files);
  const nobody = "0".repeat(engine.format === "sha256" ? 64 : 40);
  ownGit(io, place, ["update-index", "-z", "--index-info"], {
    ...own,
    input: joinNul(gone.map((path) => `0 ${nobody}\t${path}`)),
  });
  const differing = [...files].filter(([path, entry]) => !isSame(there.get(path), entry));
  const rules = [...files].filter(([path]) => isAttributes(path)); // these files choose the filters of all others
  const skipped = [...refused, ...(await writeFiles(engine, own.files, new Map([...differing, ...rules]), PRIVATE))];
  skipped.push(...uncovered.map((path) => ({ path, why: "the state does not hold it, so it is as in the parent" })));
  const lost = new Set(skipped.map(({ path }) => path));
  const paths = differing.map(([path]) => path).filter((path) => !lost.has(path));
  ownGit(io, place, ["update-index", "--add", "--replace", "-z", "--stdin"], { ...own, input: joinNul(paths) });
  const args =
    parent === undefined ? ["ls-files", "-z"] : ["diff-index", "--cached", "--name-only", "--no-renames", "-z", parent];
  return { changed: splitNul(ownGit(io, place, args, own)).length, skipped };
}

/**
 * The paths of the parent that the state lacks: those that are deleted, and those that the state could not record.
 * Submodules, ignored files and files outside of the sparse checkout are in neither list.
 */
async function deletedSince(
  io: Io,
  { shadow: { engine, place }, tree, coverage: id }: State,
  there: ReadonlyMap<GitPath, TreeEntry>,
  files: ReadonlyMap<GitPath, TreeEntry>,
): Promise<{ deletedPaths: GitPath[]; uncovered: GitPath[] }> {
  const missing = [...there].flatMap(([path, { mode }]) => (files.has(path) || mode === SUBMODULE ? [] : [path]));
  if (missing.length === 0) return { deletedPaths: [], uncovered: [] };
  const coverage = readCoverage(place.shadow, id) ?? NO_COVERAGE;
  const trackedButIgnored = new Set(coverage.trackedButIgnored); // the source tracks them although a rule ignores them
  const ignored = new Set(
    (await engine.ignoredBy(tree, coverage, missing)).filter((path) => !trackedButIgnored.has(path)),
  );
  const sparse = splitNul(ownGit(io, place, ["ls-files", "-t", "-z"])).filter((line) => line.startsWith("S "));
  const unseen = new Set(sparse.map((line) => line.slice(2)));
  const isSkipped = (path: GitPath) =>
    coverage.skipped.some((one) => path === one || (one.endsWith("/") && path.startsWith(one)));
  const covered = missing.filter((path) => !isSkipped(path));
  return {
    deletedPaths: covered.filter((path) => !ignored.has(path) && !unseen.has(path)),
    uncovered: missing.filter(isSkipped),
  };
}

/** The entries in the output of `git ls-files -s -z`: `100644 ID 0<TAB>path` for each. */
function entriesOf(output: Buffer): Map<GitPath, TreeEntry> {
  return new Map(
    splitNul(output).map((line) => {
      const [mode = "", id = ""] = line.split(" ", 2);
      return [line.slice(line.indexOf("\t") + 1), { mode, id }];
    }),
  );
}

function isSame(one: TreeEntry | undefined, other: TreeEntry): boolean {
  return one?.id === other.id && one.mode === other.mode;
}

function isAttributes(path: GitPath): boolean {
  return path === ".gitattributes" || path.endsWith("/.gitattributes");
}
