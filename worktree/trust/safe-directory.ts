import { lstatSync } from "node:fs";
import { isAbsolute } from "node:path";
import { env } from "node:process";

import { isIn, realPath } from "../../kit/files.ts";
import { homeOf } from "../../kit/io.ts";
import { entriesIn, expandPath } from "../read-git-config.ts";
import { isOwned } from "./owned.ts";

/**
 * Whether a path lies in a folder that `safe.directory` in the system's or the person's git settings names. Each call
 * reads the settings files; it is only made for paths of other users.
 */
export function isSafeDirectory(path: string): boolean {
  return safeDirectories().some((one) => {
    if (one === "*") return true;
    const folder = realPath(one.endsWith("/*") ? one.slice(0, -2) : one);
    return isIn(path, folder);
  });
}

/** The folders that `safe.directory` names. As in git, an empty value removes the earlier ones. */
function safeDirectories(): string[] {
  let folders: string[] = [];
  for (const file of settingsOfPerson())
    for (const [key, value] of entriesIn(file, env)) {
      if (key !== "safe.directory") continue;
      const folder = value === "*" || value === "" ? value : expandPath(value, "/", env);
      folders = folder === "" ? [] : [...folders, folder];
    }
  return folders;
}

/**
 * git's config files that belong to the person or to root. GIT_CONFIG_GLOBAL may be set by a project and name a file of
 * the project, so each file's owner is checked.
 */
function settingsOfPerson(): string[] {
  const home = homeOf(env);
  const xdg = env["XDG_CONFIG_HOME"] || (home && `${home}/.config`);
  const own = env["GIT_CONFIG_GLOBAL"]
    ? [env["GIT_CONFIG_GLOBAL"]]
    : [xdg && `${xdg}/git/config`, home && `${home}/.gitconfig`];
  return ["/etc/gitconfig", ...own].filter((file): file is string => {
    if (!file || !isAbsolute(file)) return false;
    const stats = lstatSync(file, { throwIfNoEntry: false });
    return stats !== undefined && isOwned(stats);
  });
}
