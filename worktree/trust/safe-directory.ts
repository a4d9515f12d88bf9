import { lstatSync } from "node:fs";
import { isAbsolute } from "node:path";
import { env } from "node:process";

import { isIn, realPath } from "../../kit/files.ts";
import { homeOf } from "../../kit/io.ts";
import { entriesIn, expandPath } from "../read-git-config.ts";
import { isOwned } from "./owned.ts";

/**
 * Whether a path lies in a folder that the person told git to trust, whoever owns it, by `safe.directory` in the
 * settings of the system or the person. Asked seldom: only about paths that belong to others.
 */
export function isSafeDirectory(path: string): boolean {
  return safeDirectories().some((one) => {
    if (one === "*") return true;
    const folder = realPath(one.endsWith("/*") ? one.slice(0, -2) : one);
    return isIn(path, folder);
  });
}

/** An empty value takes the earlier ones away. */
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

/** git's settings files that are the person's own; a variable may come from anybody's file, and lead to one. */
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
