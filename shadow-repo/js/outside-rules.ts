import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { expandPath, readGitConfig } from "../../worktree/read-git-config.ts";
import type { GitPath } from "../git-path.ts";
import { joinRules } from "../source/ignore-files.ts";
import { ownFolders } from "../source/own-folders.ts";
import type { Place } from "../place.ts";
import { TEMPORARY } from "../source/own-folders.ts";
import { readBytes } from "../read-bytes.ts";
import { gitSetting } from "./git-setting.ts";
import { ignoreRules, type IgnoreRules } from "./ignore-rules.ts";

/** The rules that hold for the whole worktree, from files outside of it. */
export interface OutsideRules {
  readonly rules: IgnoreRules;
  /**
   * What is left out whatever any rule says: our own files and the repository itself. A folder is written with a slash
   * at its end.
   */
  isOurs(path: GitPath): boolean;
  /** What the files say, the stronger last. */
  readonly text: string;
}

/** The user's excludes file, then the source's `info/exclude`, which is stronger. */
export function outsideRules(io: Io, place: Place): OutsideRules {
  const { worktree } = place;
  const setting = gitSetting(io, worktree, "core.excludesFile");
  const excludesFile = setting === undefined ? defaultExcludesFile(io) : expandPath(setting, worktree.root, io.env);
  const files = [...(excludesFile ? [excludesFile] : []), join(worktree.commonDir, "info", "exclude")];
  const ignoreCase = readGitConfig(join(place.shadow, "config"), io.env).get("core.ignorecase") === "true";
  const own = ownFolders(io, worktree);
  const text = joinRules(files.map(read));
  return {
    rules: ignoreRules([text], ignoreCase),
    isOurs: (path) => own.includes(path) || isTemporary(path),
    text,
  };
}

function defaultExcludesFile({ env }: Io): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] || (env["HOME"] && join(env["HOME"], ".config"));
  return xdg && join(xdg, "git", "ignore");
}

function read(file: string): string {
  try {
    return readBytes(file).toString("latin1");
  } catch {
    return "";
  }
}

function isTemporary(path: GitPath): boolean {
  return path.endsWith(TEMPORARY.suffix) && path.startsWith(TEMPORARY.prefix, path.lastIndexOf("/") + 1);
}
