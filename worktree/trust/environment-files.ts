import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { isFile, namesIn, readRegularFile } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { oneOf } from "../../kit/word-pattern.ts";

/** Names of files from which shells, sessions and services take their environment, and agents in a project. */
const NAMES = oneOf(
  String.raw`
    \.(?:bash|zsh|zprofile|zlog|profile|login|kshrc|cshrc|tcshrc|xprofile|xsession|pam_env).* profile .*\.(?:fish|service|plist)
    .*env.* \.?mise(?:\..*)?\.toml config\.(?:toml|json) settings(?:\..*)?\.json package\.json .*\.code-workspace
    (?:docker-)?compose(?:\..*)?\.ya?ml (?:.*\.)?Dockerfile(?:\..*)? Containerfile devcontainer\.json (?:flake|shell|default)\.nix
    devbox\.json (?:GNU)?makefile \.?justfile Taskfile(?:\..*)?\.ya?ml Procfile(?:\..*)? launch\.json tasks\.json hooks\.json
  `,
  "i",
);

/** Folders of a project's in which some of these lie. */
const BELOW = [
  "",
  ".gemini",
  ".qwen",
  ".claude",
  ".codex",
  ".cursor",
  ".opencode",
  ".mise",
  ".config",
  ".config/mise",
  ".devcontainer",
  ".vscode",
];

/** Files of one folder that are read, and bytes of each. */
const MOST = 200;
const LARGEST = 64 * 1024;

/** Whether the content of a file becomes the environment of later programs. */
export function isEnvironmentFile(path: string): boolean {
  return NAMES.test(path.replace(/^.*[\\/]/s, ""));
}

/** The folders of a project, and those above it in which agents look for such files. */
export interface ProjectFolders {
  readonly all: readonly string[];
  /** The topmost that holds a `.git`; without one, the folder itself. */
  readonly top: string;
}

/** From a folder up to the home folder, which is the person's; `undefined` in the home folder itself and above it. */
export function projectFolders(cwd: string, env: Io["env"]): ProjectFolders | undefined {
  const home = homeOf(env);
  const all: string[] = [];
  for (let folder = cwd; folder !== home && dirname(folder) !== folder; folder = dirname(folder)) all.push(folder);
  const isAround = home !== undefined && home.startsWith(`${cwd}/`);
  const top = all.findLast((folder) => existsSync(`${folder}/.git`)) ?? all[0];
  return top === undefined || isAround ? undefined : { all, top };
}

/** The file in these folders that gives a variable a value; `undefined` if there is none. */
export function fileThatSets(name: string, folders: readonly string[]): string | undefined {
  const files = folders.flatMap((folder) =>
    BELOW.flatMap((below) => filesIn(below === "" ? folder : `${folder}/${below}`)),
  );
  const sets = setting(name);
  return files.find((file) => linesOf(file).some((line) => sets.test(line)));
}

function filesIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => NAMES.test(name))
    .slice(0, MOST)
    .map((name) => `${folder}/${name}`)
    .filter(isFile);
}

/** `NAME=1`, `"NAME": "1"`, `set -x NAME 1`, `ENV NAME 1`. */
function setting(name: string): RegExp {
  return new RegExp(`\\b${name}\\b["']?(?:\\s*[:=]|\\s+["'\\w/.~$])`);
}

function linesOf(file: string): string[] {
  try {
    const text = readRegularFile(file, LARGEST).bytes.toString("utf8");
    return decoded(text)
      .split("\n")
      .filter((line) => !/^\s*(?:#|\/\/)/.test(line));
  } catch {
    return [];
  }
}

/** A text with its letters in place of their escapes, as JSON, TOML and YAML have these. */
export function decoded(text: string): string {
  return text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, four?: string, two?: string) =>
    String.fromCharCode(parseInt(four ?? two!, 16)),
  );
}
