import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { isFile, isFolder, isIn, namesIn, readRegularFile } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";

/**
 * Names of files from which shells, sessions and services take environment variables, and of project files from which
 * agents take them.
 */
const NAMES = new RegExp(
  [
    /env|^\.(?:bash|zsh|zprofile|zlog|profile|login|kshrc|cshrc|tcshrc|xprofile|xsession|pam_)|^profile$/,
    /\.(?:fish|service|plist|code-workspace)$|^\.?mise\b.*\.toml$|^config\.(?:toml|json)$/,
    /^(?:settings\b.*|package|launch|tasks|hooks|devcontainer|devbox)\.json$|^(?:flake|shell|default)\.nix$/,
    /^(?:(?:docker-)?compose|taskfile)\b.*\.ya?ml$|dockerfile|^containerfile$|^(?:gnu)?makefile$|^\.?justfile$|^procfile/,
  ]
    .map(({ source }) => source)
    .join("|"),
  "i",
);

/** Folders in which every file sets environment variables. */
const FOLDERS = /(?:^|[\\/])(?:environment\.d|profile\.d|mise[\\/]conf\.d)[\\/][^\\/]+$/i;

/** Folder in a project → its subfolders in which files may set environment variables. */
const BELOW: Readonly<Record<string, readonly string[]>> = {
  ".gemini": [],
  ".qwen": [],
  ".claude": [],
  ".codex": [],
  ".cursor": [],
  ".opencode": [],
  ".mise": [],
  ".config": ["mise"],
  ".devcontainer": [],
  ".vscode": [],
};

/**
 * The most files of one folder that are read, and the most bytes of each. A folder or file beyond the limit is treated
 * as if it set every variable.
 */
const MOST = 500;
const LARGEST = 1024 * 1024;

/** Whether programs take environment variables from a file. */
export function isEnvironmentFile(path: string): boolean {
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\"));
  return NAMES.test(at === -1 ? path : path.slice(at + 1)) || (at !== -1 && FOLDERS.test(path));
}

/** The folders of a project in which agents look for files with environment variables. */
export interface ProjectFolders {
  readonly all: readonly string[];
  /** The topmost folder that holds a `.git`; if none does, the working folder. */
  readonly top: string;
}

/**
 * The working folder and the folders above it, up to but without the home folder. `undefined` if the working folder is
 * the home folder or holds it.
 */
export function projectFolders(cwd: string, env: Io["env"]): ProjectFolders | undefined {
  const home = homeOf(env) ?? "/";
  const all: string[] = [];
  for (let folder = cwd; dirname(folder) !== folder && !isIn(home, folder); folder = dirname(folder)) all.push(folder);
  const top = all.findLast((folder) => existsSync(`${folder}/.git`)) ?? all[0];
  return top === undefined ? undefined : { all, top };
}

/** The first file in these folders that sets a variable; `undefined` if none does. */
export function fileThatSets(name: string, folders: readonly string[]): string | undefined {
  const sets = setting(name);
  return folders.flatMap((folder) => filesIn(folder, true)).find((file) => sets.test(textOf(file, name) ?? `${name}=`));
}

/**
 * The files of a folder that may set variables. Lists the folder, since most of the possible names do not exist. For a
 * folder with too many files the result is the folder itself.
 */
function filesIn(folder: string, isTop: boolean): string[] {
  const names = namesIn(folder);
  const own = names.filter((name) => NAMES.test(name));
  if (own.length > MOST) return [folder];
  const below = isTop ? names.filter((name) => Object.hasOwn(BELOW, name)) : [];
  return [
    ...own.map((name) => `${folder}/${name}`).filter(isFile),
    ...below.flatMap((name) =>
      ["", ...BELOW[name]!.map((one) => `/${one}`)].flatMap((one) => filesIn(`${folder}/${name}${one}`, false)),
    ),
  ];
}

/** Matches each way to set a variable: `NAME=1`, `"NAME": "1"` (also across lines), `set -x NAME 1`, `ENV NAME 1`. */
function setting(name: string): RegExp {
  return new RegExp(`\\b${name}\\b["']?(?:\\s*[:=]|[^\\S\\n]+["'\\w/.~$])`);
}

/**
 * The text of a file without comments; empty if it does not hold the variable's name; `undefined` if the file is too
 * long. A folder, which stands for too many files, has the result `undefined`, too.
 */
function textOf(file: string, name: string): string | undefined {
  try {
    const { bytes, whole } = readRegularFile(file, LARGEST);
    if (!whole) return undefined;
    const text = decoded(bytes.toString("utf8"));
    if (!text.includes(name)) return "";
    return text.replace(/^[^\S\n]*(?:#|\/\/).*$/gm, "");
  } catch {
    return isFolder(file) ? undefined : ""; // an agent cannot read the file, either
  }
}

/** Decodes the escapes of letters in JSON, TOML and YAML (`\u0041`, `\x41`). */
export function decoded(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, four?: string, two?: string) =>
    String.fromCharCode(parseInt(four ?? two!, 16)),
  );
}
