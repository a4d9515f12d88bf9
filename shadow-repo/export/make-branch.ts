import { accessSync, constants, mkdirSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";

import type { Io } from "../../kit/io.ts";
import { printable } from "../../kit/text.ts";
import { UserError } from "../../kit/user-error.ts";
import { remark, type Remark } from "../engine.ts";
import { temporaryIn, type Place } from "../place.ts";
import { buildIndex } from "./build-index.ts";
import { ownGit, ownLine, tryOwnGit } from "./own-git.ts";
import { findState, type State, type StateRequest } from "./state.ts";

export interface BranchRequest extends StateRequest {
  readonly name: string;
  /** The commit's message; default: the checkpoint's title. */
  readonly message?: string;
  /** Whether the commit is made even if the repository has hooks for commits, which are never run. */
  readonly noVerify?: boolean;
}

export interface MadeBranch {
  readonly worktree: string;
  readonly checkpoint: string;
  readonly branch: string;
  readonly commit: string;
  /** `null` if the repository had no commit. */
  readonly parent: string | null;
  /** The number of files in which the commit differs from its parent; 0 if the branch is at the parent itself. */
  readonly files: number;
  /** The `.git` that the commit was written to. No other action of snapveil writes into a `.git`. */
  readonly wrote_to: string;
  readonly skipped: readonly Remark[];
}

/**
 * Makes a commit of a state on a new branch, with the person's own git. The new objects are written first; git then
 * makes the branch in one step. A process that is killed leaves at most a few unreachable objects, which git deletes
 * later. HEAD, the index and all files stay unchanged.
 */
export async function makeBranch(io: Io, folder: string, request: BranchRequest): Promise<MadeBranch> {
  const state = await findState(io, folder, request);
  const { place } = state.shadow;
  throwWhereNoBranch(io, place, request.name);
  if (!request.noVerify) throwWhereHooks(io, place);
  const parent = parentOf(io, state);
  const aside = temporaryIn(io, place.shadow, "branch");
  mkdirSync(`${aside}/files`, { recursive: true, mode: 0o700 });
  try {
    const { changed, skipped } = await buildIndex(io, state, parent, aside);
    const commit =
      changed === 0 && parent !== undefined ? parent : commitOf(io, state, request, parent, `${aside}/index`);
    const zero = "0".repeat(commit.length); // git fails if somebody has made the branch meanwhile
    ownGit(io, place, [
      "update-ref",
      "--create-reflog",
      "-m",
      `snapveil: checkpoint ${state.checkpoint}`,
      refOf(request.name),
      commit,
      zero,
    ]);
    return {
      worktree: place.worktree.root,
      checkpoint: state.checkpoint,
      branch: request.name,
      commit,
      parent: parent ?? null,
      files: changed,
      wrote_to: place.worktree.commonDir,
      skipped: skipped.map(remark),
    };
  } finally {
    rmSync(aside, { recursive: true, force: true });
  }
}

const refOf = (name: string): string => `refs/heads/${name}`;

function throwWhereNoBranch(io: Io, place: Place, name: string): void {
  const quoted = printable(name);
  if (name.startsWith("-") || name === "HEAD" || tryOwnGit(io, place, ["check-ref-format", refOf(name)]).status !== 0)
    throw new UserError("badArgument", [`"${quoted}" cannot be the name of a branch.`]);
  const worktrees = tryOwnGit(io, place, ["worktree", "list", "--porcelain"]).stdout.toString("utf8").split("\n");
  if (worktrees.includes(`branch ${refOf(name)}`) || ownLine(io, place, ["symbolic-ref", "-q", "HEAD"]) === refOf(name))
    throw new UserError("badArgument", [`The branch ${quoted} is checked out, so it stays as it is. Name a new one.`]);
  if (tryOwnGit(io, place, ["show-ref", "--verify", "--quiet", refOf(name)]).status === 0)
    throw new UserError("badArgument", [`There is a branch ${quoted} already, and it stays as it is. Name a new one.`]);
}

/** Hooks that git runs before a commit, and that can refuse the commit. */
const ASKED = ["pre-commit", "prepare-commit-msg", "commit-msg"];

/**
 * Throws if the source has hooks that git runs before a commit: they look at the checked-out files or change them, and
 * this state is not checked out.
 */
function throwWhereHooks(io: Io, place: Place): void {
  const hooks = resolve(place.worktree.root, ownLine(io, place, ["rev-parse", "--git-path", "hooks"]) ?? "");
  const found = ASKED.filter((name) => {
    try {
      accessSync(join(hooks, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
  if (found.length > 0)
    throw new UserError("badArgument", [
      `Nothing was changed: a commit here has to pass ${found.join(", ")} in ${printable(hooks)}, which cannot ` +
        "look at a state that is not checked out. To make the commit without them: --no-verify",
    ]);
}

/** The commit that was checked out when the state was recorded, else the present one; `undefined` if there is none. */
function parentOf(io: Io, { shadow, head }: State): string | undefined {
  const recorded = head?.split(" ").at(-1);
  const known = recorded !== undefined && /^[0-9a-f]{40,64}$/.test(recorded) ? recorded : "HEAD";
  const find = (name: string) => ownLine(io, shadow.place, ["rev-parse", "--verify", "-q", `${name}^{commit}`]);
  return find(known) ?? find("HEAD");
}

function commitOf(io: Io, state: State, { message }: BranchRequest, parent: string | undefined, index: string): string {
  const { shadow, checkpoint, side, title } = state;
  const { place } = shadow;
  const tree = ownGit(io, place, ["write-tree"], { index }).toString("latin1").trim();
  const signs = ownLine(io, place, ["config", "--type=bool", "commit.gpgSign"]) === "true";
  const said = message ?? title ?? "State of a checkpoint";
  const args = ["commit-tree", tree, ...(signs ? ["-S"] : []), ...(parent === undefined ? [] : ["-p", parent])];
  const input = `${said}\n\nThe state ${side} checkpoint ${checkpoint} of snapveil.\n`;
  return ownGit(io, place, args, { input }).toString("latin1").trim();
}
