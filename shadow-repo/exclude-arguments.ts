import { lstatSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { dataDir } from "../worktree/data-dir.ts";
import type { Place } from "./place.ts";
import { TEMPORARY } from "./put-file.ts";
import { expandPath, readGitConfig, type GitConfig } from "./read-git-config.ts";
import { sourceEnvironment } from "./source-environment.ts";

export interface ExcludeArguments {
  /** Options before git's own command. */
  readonly settings: readonly string[];
  /** Options of `git ls-files`. */
  readonly options: readonly string[];
  /** Changes whenever one of the files outside the worktree's `.gitignore`s does. */
  readonly signature: string;
}

/**
 * How to tell git in the shadow repository what the source ignores: the user's excludes file and the source's
 * `info/exclude`, which the shadow would not find by itself. `.gitignore` files it reads from the worktree.
 */
export function excludeArguments(io: Io, place: Place): ExcludeArguments {
  const excludesFile = excludesFileOf(io, place);
  const infoExclude = join(place.worktree.commonDir, "info", "exclude");
  const options = ["--exclude-standard", `--exclude=${TEMPORARY.prefix}*${TEMPORARY.suffix}`];
  // After --exclude-standard: of patterns from files the later list wins, and info/exclude is stronger than the user's.
  if (signatureOf(infoExclude)) options.push(`--exclude-from=${infoExclude}`);
  const own = ownDataBelow(io, place);
  if (own) options.push(`--exclude=/${own}/`); // never record ourselves
  return {
    settings: excludesFile === undefined ? [] : ["-c", `core.excludesFile=${excludesFile}`],
    options,
    signature: [infoExclude, excludesFile ?? defaultExcludesFile(io)].map((file) => file && `${file}:${signatureOf(file)}`).join("|"),
  };
}

/** The user's `core.excludesFile`, `undefined` where it is not set: git then takes its default place by itself. */
function excludesFileOf(io: Io, { worktree }: Place): string | undefined {
  const files = [...userConfigs(io), join(worktree.commonDir, "config"), join(worktree.gitDir, "config.worktree")];
  const configs = files.map((file) => readGitConfig(file, io.env));
  if (configs.some((config) => config.has("includeif"))) {
    const asked = askGit(io, worktree.root);
    if (asked !== undefined) return asked;
  }
  const value = configs.reduce<string | undefined>((found, config: GitConfig) => config.get("core.excludesfile") ?? found, undefined);
  return value === undefined || value === "" ? undefined : expandPath(value, worktree.root, io.env);
}

/** The system's and the user's configuration files, weakest first, where the user's own git would look. */
function userConfigs({ env, platform }: Io): string[] {
  const noSystem = /^(1|true|yes|on)$/i.test(env["GIT_CONFIG_NOSYSTEM"] ?? "");
  const system = noSystem || platform === "win32" ? [] : [env["GIT_CONFIG_SYSTEM"] ?? "/etc/gitconfig"];
  const given = env["GIT_CONFIG_GLOBAL"];
  if (given !== undefined) return [...system, given];
  const home = env["HOME"] ?? env["USERPROFILE"];
  const xdg = env["XDG_CONFIG_HOME"] || (home && join(home, ".config"));
  return [...system, ...(xdg ? [join(xdg, "git", "config")] : []), ...(home ? [join(home, ".gitconfig")] : [])];
}

/** Conditional includes are git's to decide. Reading a setting starts no program, whatever the repository says. */
function askGit(io: Io, root: string): string | undefined {
  const result = runProcess("git", ["-C", root, "config", "--type=path", "-z", "--get", "core.excludesFile"], { env: sourceEnvironment(io) });
  return result.status === 0 ? expandPath(result.stdout.toString("utf8").replace(/\0$/, ""), root, io.env) : undefined;
}

function defaultExcludesFile({ env }: Io): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] || (env["HOME"] && join(env["HOME"], ".config"));
  return xdg && join(xdg, "git", "ignore");
}

/** Our own folder where it lies inside the worktree, as a pattern; `undefined` where it does not. */
function ownDataBelow(io: Io, { worktree }: Place): string | undefined {
  const data = dataDir(io);
  const below = data && relative(worktree.root, data);
  if (!below || below.startsWith("..")) return undefined;
  return below.split(sep).join("/").replace(/[\\*?[\]!# ]/g, "\\$&");
}

/** "" where the file cannot be read. */
function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeMs, ctimeMs } = statSync(file);
    const link = lstatSync(file).ctimeMs;
    return `${ino}.${size}.${mtimeMs}.${ctimeMs}.${link}`;
  } catch {
    return "";
  }
}
