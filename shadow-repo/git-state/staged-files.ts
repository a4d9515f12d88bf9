import { namesIn } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { TooSlow } from "../../kit/run-within.ts";
import { objectFormat } from "../create-shadow.ts";
import { splitNul } from "../git/shadow-git.ts";
import type { Place } from "../place.ts";
import { readIndex } from "../source/read-index.ts";
import { commitIn, type Checkout, type StagedFile } from "./git-state.ts";
import { tryStoreGit } from "./store.ts";

/** The id of the tree without files. git knows this tree even if it is not stored. */
const EMPTY_TREE = {
  sha1: "4b825dc642cb6eb9a060e54bf8d69288fbee4904",
  sha256: "6ef19b41225c5369f1c104d45d8d85efa9b057b53b14b4b9b939dd74decc5321",
} as const;

/** The most staged files that are noted. */
const MOST = 1000;

/**
 * The files of an index that differ from its HEAD, without deletions; `undefined` if they are unknown: there is no
 * index, it is split or sparse, a merge has conflicts, or git fails. git reads no file of the worktree and takes no
 * lock.
 */
export function stagedFiles(
  io: Io,
  place: Place,
  { gitDir, head }: Pick<Checkout, "gitDir" | "head">,
): readonly StagedFile[] | undefined {
  const names = namesIn(gitDir);
  // Do not let git read a split index: git would renew the time of the shared index file, and nothing in .git may
  // change.
  if (!names.includes("index") || names.some((name) => name.startsWith("sharedindex."))) return undefined;
  if (isSparseIndex(place, gitDir)) return undefined;
  const [commit = EMPTY_TREE[objectFormat(place)]] = commitIn(head);
  const args = ["diff-index", "--cached", "--raw", "-z", "--no-renames", "--no-abbrev", commit, "--"];
  try {
    const { status, stdout } = tryStoreGit(io, place, args, { index: `${gitDir}/index` });
    return status === 0 ? parse(splitNul(stdout)) : undefined;
  } catch (error) {
    if (error instanceof TooSlow) return undefined;
    throw error;
  }
}

/**
 * Whether an index is sparse: it names whole folders. Whenever git reads a sparse index, it writes the trees of these
 * folders again and so renews the times of object files in the user's repository, which must not change.
 */
function isSparseIndex(place: Place, gitDir: string): boolean {
  if (!namesIn(`${gitDir}/info`).includes("sparse-checkout")) return false;
  return readIndex(`${gitDir}/index`, objectFormat(place) === "sha256" ? 32 : 20)?.extensions.has("sdir") !== false;
}

/** Parses pairs of `:100644 100644 OLD NEW M` and a path; `undefined` if a path has a merge conflict (`U`). */
function parse(fields: readonly string[]): StagedFile[] | undefined {
  const staged: StagedFile[] = [];
  for (let at = 0; at + 1 < fields.length && staged.length < MOST; at += 2) {
    const [, mode = "", , id = "", status = ""] = fields[at]!.split(" ");
    if (status === "U") return undefined;
    if (status !== "D" && !/^0+$/.test(id)) staged.push({ path: fields[at + 1]!, mode, id });
  }
  return staged;
}
