import { existsSync } from "node:fs";
import { dirname } from "node:path";

import { isFile, isFolder, isIn, namesIn, readRegularFile } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";

/** Names of files from which shells, sessions and services take their environment, and agents in a project. */
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

/** Folders in which every file is one for the environment. */
const FOLDERS = /(?:^|[\\/])(?:environment\.d|profile\.d|mise[\\/]conf\.d)[\\/][^\\/]+$/i;

/** Folder of a project's → folders below it in which such files lie. */
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
 * Files of one folder that are read; the next is the bytes of each: a larger one may hold any text, and so sets every
 * variable.
 */
const MOST = 500;
const LARGEST = 1024 * 1024;

/** Whether the content of a file becomes the environment of later programs. */
export function isEnvironmentFile(path: string): boolean {
  return NAMES.test(path.replace(/^.*[\\/]/s, "")) || FOLDERS.test(path);
}

/** The folders of a project, and those above it in which agents look for such files. */
export interface ProjectFolders {
  readonly all: readonly string[];
  /** The topmost folder that holds a `.git`; without one, the folder itself. */
  readonly top: string;
}

/** The folders from one up to the first that is the home folder or holds it; `undefined` if the folder itself does. */
export function projectFolders(cwd: string, env: Io["env"]): ProjectFolders | undefined {
  const home = homeOf(env) ?? "/";
  const all: string[] = [];
  for (let folder = cwd; dirname(folder) !== folder && !isIn(home, folder); folder = dirname(folder)) all.push(folder);
  const top = all.findLast((folder) => existsSync(`${folder}/.git`)) ?? all[0];
  return top === undefined ? undefined : { all, top };
}

/** The file in these folders that gives a variable a value; `undefined` if there is none. */
export function fileThatSets(name: string, folders: readonly string[]): string | undefined {
  const sets = setting(name);
  return folders.flatMap((folder) => filesIn(folder, true)).find((file) => sets.test(textOf(file, name) ?? `${name}=`));
}

/** The files of a folder that may set variables, by its listing: most of the names would be looked up in vain. */
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

/** `NAME=1`, `"NAME": "1"`, also over lines, `set -x NAME 1`, `ENV NAME 1`. */
function setting(name: string): RegExp {
  return new RegExp(`\\b${name}\\b["']?(?:\\s*[:=]|[^\\S\\n]+["'\\w/.~$])`);
}

/**
 * The text of a file that names a variable, without comments; `undefined` if it is too long to be read, or a folder of too
 * many files.
 */
function textOf(file: string, name: string): string | undefined {
  try {
    const { bytes, whole } = readRegularFile(file, LARGEST);
    if (!whole) return undefined;
    const text = decoded(bytes.toString("utf8"));
    if (!text.includes(name)) return "";
    return text.replace(/^[^\S\n]*(?:#|\/\/).*$/gm, "");
  } catch {
    return isFolder(file) ? undefined : ""; // nor can an agent read it
  }
}

/** A text with its letters in place of their escapes, as JSON, TOML and YAML have these. */
export function decoded(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(/\\(?:u([\da-f]{4})|x([\da-f]{2}))/gi, (_, four?: string, two?: string) =>
    String.fromCharCode(parseInt(four ?? two!, 16)),
  );
}
