import { dirname } from "node:path";

import { gitEnvironment } from "../../kit/git-environment.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import type { Worktree } from "../../worktree/doors/worktree.ts";
import { expandPath, findGit, gitConfigText, parseGitConfig } from "../../worktree/doors/git.ts";

/** Levels of files that include each other, as in git. */
const DEPTH = 10;

/**
 * The user's `core.excludesFile` as git in the source would see it; `undefined` if it is not set, `""` if it is
 * set to nothing, which means no file, not even that of the default place. Read without starting git, unless a file
 * includes another one under a condition: those are git's to decide, and count as not met if there is none.
 */
export function excludesFileSetting(io: Io, worktree: Worktree): string | undefined {
  let value: string | undefined;
  let isConditional = false;
  const read = (file: string, depth: number): void => {
    const text = gitConfigText(file);
    // Every hook asks, and mostly no file names the setting.
    if (!/excludesfile|include/i.test(text)) return;
    for (const [setting, said] of parseGitConfig(text)) {
      if (setting === "core.excludesfile") value = said;
      isConditional ||= /^includeif\..*\.path$/s.test(setting);
      if (setting === "include.path" && depth < DEPTH) read(expandPath(said, dirname(file), io.env), depth + 1);
    }
  };
  const { commonDir, gitDir, root } = worktree;
  for (const file of [...userConfigs(io), `${commonDir}/config`, `${gitDir}/config.worktree`]) read(file, 0);
  return isConditional && findGit(io) !== undefined ? askGit(io, root) : value;
}

/** git's own answer about a setting: to read one starts no program, whatever the repository's settings are. */
function askGit(io: Io, root: string): string | undefined {
  const result = runProcess("git", ["-C", root, "config", "--type=path", "-z", "--get", "core.excludesFile"], {
    env: sourceEnvironment(io),
    timeLeft: io.timeLeft,
  });
  return result.status === 0 ? result.stdout.toString("utf8").replace(/\0$/, "") : undefined;
}

/** The environment for questions to the source itself about the user's configuration. */
export function sourceEnvironment({ env }: Io): Record<string, string> {
  const clean = gitEnvironment(env);
  for (const name of ["GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL"])
    if (env[name] !== undefined) clean[name] = env[name];
  return clean;
}

/** The system's and the user's configuration files, weakest first, at the places of the user's own git. */
function userConfigs({ env, platform }: Io): string[] {
  const noSystem = /^(1|true|yes|on)$/i.test(env["GIT_CONFIG_NOSYSTEM"] ?? "");
  const system = noSystem || platform === "win32" ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"];
  const given = env["GIT_CONFIG_GLOBAL"];
  if (given !== undefined) return [...system, given];
  const home = homeOf(env);
  const xdg = env["XDG_CONFIG_HOME"] || (home && `${home}/.config`);
  return [...system, ...(xdg ? [`${xdg}/git/config`] : []), ...(home ? [`${home}/.gitconfig`] : [])];
}
