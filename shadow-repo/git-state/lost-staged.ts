import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import type { ObjectId } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import type { GitLoss } from "./git-loss.ts";
import { commitIn, type Checkout, type GitState, type PresentGit, type StagedFile } from "./git-state.ts";
import { stagedFiles } from "./staged-files.ts";
import { tryStoreGit } from "./store.ts";

/** Gives the contents that a checkpoint holds of the files at some paths. */
export type Held = (paths: readonly GitPath[]) => ReadonlyMap<GitPath, ObjectId>;

/** One loss for each worktree with staged files, as if all of the files were lost. */
export function stagedIn(checkouts: readonly Checkout[]): GitLoss[] {
  return checkouts.flatMap((checkout): GitLoss[] =>
    checkout.staged && checkout.staged.length > 0 ? [{ kind: "staged", checkout, files: checkout.staged }] : [],
  );
}

/** The staged contents that neither the present index, nor the checked-out commit, nor a checkpoint holds. */
export function lostStaged(io: Io, place: Place, base: GitState, present: PresentGit, held: Held): GitLoss[] {
  return stagedIn(base.checkouts).flatMap((loss): GitLoss[] => {
    if (loss.kind !== "staged") return [];
    const { checkout } = loss;
    const now = present.checkouts.find(({ gitDir }) => gitDir === checkout.gitDir);
    const isOwn = checkout === base.checkouts[0];
    if (!now) return [loss];
    const isIndexGone = !existsSync(`${now.gitDir}/index`);
    const staged = isIndexGone ? [] : stagedFiles(io, place, now);
    if (!staged) return [];
    const there = new Map(staged.map(({ path, id }) => [path, id]));
    const gone = loss.files.filter(({ path, id }) => there.get(path) !== id);
    if (gone.length === 0) return [];
    const known = [isOwn ? held(gone.map(({ path }) => path)) : new Map(), committed(io, place, now, gone)];
    const files = gone.filter(({ path, id }) => known.every((contents) => contents.get(path) !== id));
    return files.length === 0 ? [] : [{ ...loss, files, ...(isIndexGone && { isIndexGone }) }];
  });
}

/** The ids of files' contents in the checked-out commit; for a path that it lacks, a text that is no id. */
function committed(io: Io, place: Place, { head }: Checkout, files: readonly StagedFile[]): Map<string, ObjectId> {
  const [commit] = commitIn(head);
  if (commit === undefined) return new Map();
  const names = files.map(({ path }) => `${commit}:${path}\n`).join("");
  const args = ["cat-file", "--batch-check=%(objectname)", "--buffer"];
  const { stdout } = tryStoreGit(io, place, args, { input: Buffer.from(names, "latin1") });
  const ids = stdout.toString("latin1").split("\n");
  return new Map(files.map(({ path }, at) => [path, ids[at] ?? ""]));
}
