import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import { expandPath } from "../../worktree/read-git-config.ts";
import { toText } from "../git-path.ts";
import { joinRules } from "../source/ignore-files.ts";
import { ownFolders } from "../source/own-folders.ts";
import type { Place } from "../place.ts";
import { TEMPORARY } from "../source/own-folders.ts";
import { readBytes } from "../read-bytes.ts";
import { sourceEnvironment } from "./source-environment.ts";
import { userSetting } from "../source/user-setting.ts";

export interface ExcludeArguments {
  /** Options before git's own command. */
  readonly settings: readonly string[];
  /** Options of `git ls-files`. */
  readonly options: readonly string[];
  /** What the files outside of the worktree say, the stronger last. */
  readonly outside: string;
}

/**
 * How to tell git in the shadow repository what the source ignores: the user's excludes file and the source's
 * `info/exclude`, which the shadow would not find by itself. `.gitignore` files it reads from the worktree.
 */
export function excludeArguments(io: Io, place: Place): ExcludeArguments {
  const usersFile = excludesFileOf(io, place) ?? defaultExcludesFile(io);
  const infoExclude = `${place.worktree.commonDir}/info/exclude`;
  const texts = [usersFile, infoExclude].map((file) => file && read(file));
  const options = ["--exclude-standard", `--exclude=${TEMPORARY.prefix}*${TEMPORARY.suffix}`];
  // After --exclude-standard: of patterns from files the later list wins, and info/exclude is stronger than the user's.
  if (texts[1] !== undefined) options.push(`--exclude-from=${infoExclude}`);
  for (const own of ownFolders(io, place.worktree))
    options.push(`--exclude=/${toText(own).replace(/[\\*?[\]!# ]/g, "\\$&")}`);
  return {
    // Not what could not be read: git would wait for a pipe.
    settings: usersFile === undefined || texts[0] === undefined ? [] : ["-c", `core.excludesFile=${usersFile}`],
    options,
    outside: joinRules(texts.filter((text) => text !== undefined)),
  };
}

/** The user's `core.excludesFile`, `undefined` where it is not set. */
function excludesFileOf(io: Io, place: Place): string | undefined {
  const setting = userSetting(io, place, "core.excludesFile");
  const value = setting === "ask git" ? askGit(io, place.worktree.root) : setting;
  return value === undefined ? undefined : expandPath(value, place.worktree.root, io.env);
}

/** Conditional includes are git's to decide. Reading a setting starts no program, whatever the repository says. */
function askGit(io: Io, root: string): string | undefined {
  const result = runProcess("git", ["-C", root, "config", "--type=path", "-z", "--get", "core.excludesFile"], {
    env: sourceEnvironment(io),
    timeLeft: io.timeLeft,
  });
  return result.status === 0 ? result.stdout.toString("utf8").replace(/\0$/, "") : undefined;
}

function read(file: string): string | undefined {
  if (!existsSync(file)) return undefined; // an exception is dear
  try {
    return readBytes(file).toString("latin1");
  } catch {
    return undefined;
  }
}

function defaultExcludesFile({ env }: Io): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] || (env["HOME"] && `${env["HOME"]}/.config`);
  return xdg && `${xdg}/git/ignore`;
}
