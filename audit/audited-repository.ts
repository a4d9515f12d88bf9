import { realpathSync } from "node:fs";
import { resolve } from "node:path";

import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { sourceEnvironment } from "../shadow-repo/doors/source.ts";
import { findWorktree, type Worktree } from "../worktree/doors/worktree.ts";
import { heldTo } from "../worktree/doors/git.ts";

/** A repository, and the environment for git in it. */
export interface AuditedRepository {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** Variables that make git use another repository than the one that contains the current folder. */
const LEADING = ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR"];

/**
 * Variables with the paths of a repository's parts. In a hook of `git commit -a` or `git commit FILE`, the first one
 * holds the path of a temporary index.
 */
const PARTS = ["GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES"];

/** Milliseconds that git may take: it reads a few small files. */
const PATIENCE = 10_000;

/**
 * The worktree in which git would work: the one in `GIT_DIR` and `GIT_WORK_TREE`, which git sets for its hooks, else
 * the one that contains the current folder. `undefined` if there is none.
 */
export function auditedWorktree(io: Io): Worktree | undefined {
  if (LEADING.every((name) => io.env[name] === undefined)) return findWorktree(io.cwd);
  const { status, stdout } = runProcess(
    "git",
    ["rev-parse", "--show-toplevel", "--absolute-git-dir", "--git-common-dir"],
    { cwd: io.cwd, env: { ...sourceEnvironment(io), ...given(io, LEADING) }, timeout: PATIENCE },
  );
  const lines = stdout.toString("utf8").replace(/\n$/, "").split("\n");
  if (status !== 0 || lines.length !== 3) return undefined;
  const [root, gitDir, commonDir] = lines.map((line) => realpathSync(resolve(io.cwd, line)));
  return { root, gitDir, commonDir } as Worktree;
}

/**
 * A repository with the environment in which git reads it. Of the inherited environment only two things are kept: the
 * folders in `safe.directory`, and the paths of the repository's parts (`GIT_INDEX_FILE`).
 */
export function sourceRepository(io: Io, worktree: Worktree): AuditedRepository {
  const { root } = worktree;
  const isNamed = root === auditedWorktree(io)?.root;
  const isLed = isNamed && LEADING.some((name) => io.env[name] !== undefined);
  return {
    folder: root,
    env: {
      ...sourceEnvironment(io),
      ...safeFolders(io),
      // A relative path starts at the worktree's top, where git is started.
      ...(isNamed && given(io, PARTS)),
      ...(isLed && heldTo(worktree)),
    },
  };
}

/**
 * The `safe.directory` settings that the environment passes to a command and its hooks: `git -c safe.directory=…
 * commit`, `GIT_CONFIG_COUNT`.
 */
function safeFolders(io: Io): Record<string, string> {
  const settings = given(
    io,
    Object.keys(io.env).filter((name) => /^GIT_CONFIG_(?:COUNT|PARAMETERS|(?:KEY|VALUE)_\d+)$/.test(name)),
  );
  if (Object.keys(settings).length === 0) return {};
  const { status, stdout } = runProcess("git", ["config", "-z", "--get-all", "safe.directory"], {
    cwd: "/",
    env: { ...sourceEnvironment(io), ...settings },
    timeout: PATIENCE,
  });
  if (status !== 0) return {};
  const folders = stdout.toString("utf8").split("\0").slice(0, -1);
  const numbered = folders.flatMap((folder, at) => [
    [`GIT_CONFIG_KEY_${at}`, "safe.directory"],
    [`GIT_CONFIG_VALUE_${at}`, folder],
  ]);
  return { ...(Object.fromEntries(numbered) as Record<string, string>), GIT_CONFIG_COUNT: String(folders.length) };
}

function given({ env }: Io, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])));
}
