import type { Io } from "../../kit/io.ts";
import type { Place } from "../place.ts";
import { gitConfigText } from "../../worktree/git-config-text.ts";
import { readGitConfig } from "../../worktree/read-git-config.ts";

/**
 * A setting as the user's git in the source would see it, read without starting git; `undefined` where it is not set,
 * `""` where it is set to nothing, which for a file means none, not even that of the default place.
 * `"ask git"` where a conditional include may decide about it.
 */
export function userSetting(io: Io, { worktree }: Place, key: string): string | undefined | "ask git" {
  const files = [...userConfigs(io), `${worktree.commonDir}/config`, `${worktree.gitDir}/config.worktree`];
  let value: string | undefined;
  const name = key.slice(key.lastIndexOf(".") + 1).toLowerCase();
  for (const file of files) {
    // Every hook asks, and mostly no file says anything of it: a setting's name is written out, whatever its case.
    const text = gitConfigText(file).toLowerCase();
    if (!text.includes(name) && !text.includes("include")) continue;
    const config = readGitConfig(file, io.env);
    if (config.has("includeif")) return "ask git";
    value = config.get(key.toLowerCase()) ?? value;
  }
  return value;
}

/** The system's and the user's configuration files, weakest first, where the user's own git would look. */
export function userConfigs({ env, platform }: Io): string[] {
  const noSystem = /^(1|true|yes|on)$/i.test(env["GIT_CONFIG_NOSYSTEM"] ?? "");
  const system = noSystem || platform === "win32" ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"];
  const given = env["GIT_CONFIG_GLOBAL"];
  if (given !== undefined) return [...system, given];
  const home = env["HOME"] ?? env["USERPROFILE"];
  const xdg = env["XDG_CONFIG_HOME"] || (home && `${home}/.config`);
  return [...system, ...(xdg ? [`${xdg}/git/config`] : []), ...(home ? [`${home}/.gitconfig`] : [])];
}
