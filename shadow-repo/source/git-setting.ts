import { dirname } from "node:path";

import type { Io } from "../../kit/io.ts";
import type { Worktree } from "../../worktree/find-worktree.ts";
import { gitConfigText } from "../../worktree/git-config-text.ts";
import { expandPath, parseGitConfig } from "../../worktree/read-git-config.ts";

/** How deep files may include each other, as in git. */
const DEPTH = 10;

/**
 * A setting as the user's git in the source would see it, read without starting git; `undefined` where it is not set,
 * `""` where it is set to nothing, which for a file means none, not even that of the default place.
 * @param isMet decides whether the condition of an `includeIf` in a file is met
 */
export function gitSetting(
  io: Io,
  worktree: Worktree,
  key: string,
  isMet: (condition: string, file: string) => boolean,
): string | undefined {
  const wanted = key.toLowerCase();
  const name = wanted.slice(wanted.lastIndexOf(".") + 1);
  let value: string | undefined;
  const read = (file: string, depth: number): void => {
    const text = gitConfigText(file);
    // Every hook asks, and mostly no file says anything of it: a setting's name is written out, whatever its case.
    const lower = text.toLowerCase();
    if (!lower.includes(name) && !lower.includes("include")) return;
    for (const [setting, said] of parseGitConfig(text)) {
      if (setting.toLowerCase() === wanted) value = said;
      const condition = /^includeif\.(.*)\.path$/s.exec(setting)?.[1];
      const isIncluded = setting === "include.path" || (condition !== undefined && isMet(condition, file));
      if (isIncluded && depth < DEPTH) read(expandPath(said, dirname(file), io.env), depth + 1);
    }
  };
  const { commonDir, gitDir } = worktree;
  for (const file of [...userConfigs(io), `${commonDir}/config`, `${gitDir}/config.worktree`]) read(file, 0);
  return value;
}

/** The system's and the user's configuration files, weakest first, where the user's own git would look. */
function userConfigs({ env, platform }: Io): string[] {
  const noSystem = /^(1|true|yes|on)$/i.test(env["GIT_CONFIG_NOSYSTEM"] ?? "");
  const system = noSystem || platform === "win32" ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"];
  const given = env["GIT_CONFIG_GLOBAL"];
  if (given !== undefined) return [...system, given];
  const home = env["HOME"] ?? env["USERPROFILE"];
  const xdg = env["XDG_CONFIG_HOME"] || (home && `${home}/.config`);
  return [...system, ...(xdg ? [`${xdg}/git/config`] : []), ...(home ? [`${home}/.gitconfig`] : [])];
}
