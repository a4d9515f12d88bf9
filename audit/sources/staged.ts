import { join } from "node:path";

import { simpleGit } from "simple-git";

import { UserError } from "../../kit/user-error.ts";
import { SAFE, sourceRepository } from "../git/repository.ts";
import { streamObjects } from "../git/stream-objects.ts";
import type { Content } from "../source.ts";
import { nameFrom, type AuditPlace } from "./audit-place.ts";

/** The raw difference between HEAD, or nothing before the first commit, and the index: ids and paths, and no program started. */
const STAGED = ["diff", "--cached", "--raw", "-z", "--no-abbrev", "--no-renames", "--no-ext-diff", "--no-textconv", "--ignore-submodules", "--diff-filter=d"];

/** The files that the next commit would change, as they are staged: whatever lies in the worktree. */
export async function* staged(place: AuditPlace): AsyncGenerator<Content> {
  const { io, worktree, rules } = place;
  if (!worktree) throw new UserError("noRepository", [io.cwd]);
  const repository = sourceRepository(io, worktree.root);
  const git = simpleGit({
    baseDir: worktree.root,
    config: SAFE,
    allowEnvironment: Object.keys(repository.env), // an environment made from nothing, none of it the caller's
    unsafe: { allowUnsafeFsMonitor: true, allowUnsafeHooksPath: true, allowUnsafePager: true, allowUnsafeProtocolOverride: true }, // we turn them off
  }).env({ ...repository.env });
  const changes = parseRaw(await git.raw(STAGED).catch(asUserError)).filter(({ path }) => !rules.isLeftOut(join(worktree.root, path)));
  const pathOf = new Map(changes.map(({ id, path }) => [id, path])); // the same content twice is searched once
  for await (const [id, chunks] of streamObjects(repository, [...pathOf.keys()])) {
    yield { source: { origin: "staged", name: nameFrom(io.cwd, join(worktree.root, pathOf.get(id) ?? id)), tracked: true, blob: id }, chunks };
  }
}

/** `:100644 100644 OLD NEW M NUL path NUL`; a link or a submodule is no text. */
function parseRaw(output: string): { id: string; path: string }[] {
  return [...output.matchAll(/:\d+ (100\d{3}) [0-9a-f]+ ([0-9a-f]+) [A-Z]\d*\0([^\0]+)\0/g)].map(([, , id = "", path = ""]) => ({ id, path }));
}

function asUserError(error: unknown): never {
  throw new UserError("gitFailed", ["diff", error instanceof Error ? (error.message.trim().split("\n")[0] ?? "") : ""], error);
}
