import { dirname, join, resolve } from "node:path";

import { simpleGit } from "simple-git";

import type { Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import type { Worktree } from "../../worktree/find-worktree.ts";
import { SAFE, sourceRepository, type Repository } from "../git/repository.ts";
import { streamObjects } from "../git/stream-objects.ts";
import type { Content } from "../source.ts";
import { nameFrom, type AuditPlace } from "./audit-place.ts";

/**
 * The raw difference between HEAD, or nothing before the first commit, and the index: ids and paths, and no program
 * started.
 */
const STAGED = [
  "diff",
  "--cached",
  "--raw",
  "-z",
  "--no-abbrev",
  "--no-renames",
  "--no-ext-diff",
  "--no-textconv",
  "--ignore-submodules",
  "--diff-filter=d",
];

/** The files that the next commit would change, as they are staged: whatever lies in the worktree. */
export async function* staged(place: AuditPlace): AsyncGenerator<Content> {
  const { io, worktree, rules } = place;
  if (!worktree) throw new UserError("noRepository", [io.cwd]);
  const source = sourceRepository(io, worktree.root);
  const repository: Repository = { ...source, env: { ...source.env, ...hookIndex(place.io, worktree) } };
  const git = simpleGit({
    baseDir: worktree.root,
    config: SAFE,
    allowEnvironment: Object.keys(repository.env), // an environment made from nothing, none of it the caller's
    unsafe: {
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafePager: true,
      allowUnsafeProtocolOverride: true,
    }, // we turn them off
  }).env({ ...repository.env });
  const changes = parseRaw(await git.raw(STAGED).catch(asUserError)).filter(
    ({ path }) => !rules.isLeftOut(join(worktree.root, path)),
  );
  const pathOf = new Map(changes.map(({ id, path }) => [id, path])); // the same content twice is searched once
  for await (const [id, chunks] of streamObjects(repository, [...pathOf.keys()])) {
    yield {
      source: {
        origin: "staged",
        name: nameFrom(io.cwd, join(worktree.root, pathOf.get(id) ?? id)),
        tracked: true,
        blob: id,
      },
      chunks,
    };
  }
}

/**
 * In a hook of `git commit -a` or of a commit by path, git names another index, beside its own. No other place is
 * taken.
 */
function hookIndex({ env, cwd }: Io, { gitDir }: Worktree): { GIT_INDEX_FILE?: string } {
  const named = env["GIT_INDEX_FILE"];
  if (named === undefined) return {};
  const index = resolve(cwd, named);
  return dirname(index) === gitDir ? { GIT_INDEX_FILE: index } : {};
}

/** `:100644 100644 OLD NEW M NUL path NUL`; a link or a submodule is no text. */
function parseRaw(output: string): { id: string; path: string }[] {
  return [...output.matchAll(/:\d+ (100\d{3}) [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*\0([^\0]+)\0/g)].map(
    ([, , id = "", path = ""]) => ({ id, path }),
  );
}

function asUserError(error: unknown): never {
  throw new UserError(
    "gitFailed",
    ["diff", error instanceof Error ? (error.message.trim().split("\n")[0] ?? "") : ""],
    error,
  );
}
