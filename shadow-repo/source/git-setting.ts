import { dirname } from "node:path";

import { gitEnvironment } from "../../kit/git-environment.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import type { Worktree } from "../../worktree/doors/worktree.ts";
import { expandPath, findGit, gitConfigText, parseGitConfig } from "../../worktree/doors/git.ts";

/** How deep config files may include other config files, as in git. */
const DEPTH = 10;

/**
 * The value of `core.excludesFile` that git would find in the source; `undefined` if it is not set, `""` if it is
 * empty, which means no file, not even the default one. The config files are read without git. Only if one of them has
 * a conditional include, git is asked; without git the conditional include is ignored.
 */
export function excludesFileSetting(io: Io, worktree: Worktree): string | undefined {
  let value: string | undefined;
  let isConditional = false;
  const read = (file: string, depth: number): void => {
    const text = gitConfigText(file);
    // Do not parse a file without these words: every hook calls this function, and few config files hold the setting.
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

/** Asks git for the setting. Reading a setting starts no other program, whatever the repository's config says. */
function askGit(io: Io, root: string): string | undefined {
  const result = runProcess("git", ["-C", root, "config", "--type=path", "-z", "--get", "core.excludesFile"], {
    env: sourceEnvironment(io),
    timeLeft: io.timeLeft,
  });
  return result.status === 0 ? result.stdout.toString("utf8").replace(/\0$/, "") : undefined;
}

/** The environment for git commands that read the user's configuration in the source. */
export function sourceEnvironment({ env }: Io): Record<string, string> {
  const clean = gitEnvironment(env);
  for (const name of ["GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM", "GIT_CONFIG_GLOBAL"])
    if (env[name] !== undefined) clean[name] = env[name];
  return clean;
}

/** The config files of the system and the user, from the paths that git uses. Later files overrule earlier ones. */
function userConfigs({ env, platform }: Io): string[] {
  const noSystem = /^(1|true|yes|on)$/i.test(env["GIT_CONFIG_NOSYSTEM"] ?? "");
  const system = noSystem || platform === "win32" ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"];
  const given = env["GIT_CONFIG_GLOBAL"];
  if (given !== undefined) return [...system, given];
  const home = homeOf(env);
  const xdg = env["XDG_CONFIG_HOME"] || (home && `${home}/.config`);
  return [...system, ...(xdg ? [`${xdg}/git/config`] : []), ...(home ? [`${home}/.gitconfig`] : [])];
}
