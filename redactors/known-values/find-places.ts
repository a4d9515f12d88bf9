import { existsSync, statSync } from "node:fs";
import { isAbsolute, join, relative, resolve } from "node:path";

import { homeOf, type Io } from "../../kit/io.ts";
import { enclosingFolders, topFolders } from "../../worktree/doors/worktree.ts";
import type { KnownValueSettings } from "../../worktree/doors/settings.ts";

/** The format of a file with secrets. `either`: the file holds assignments, or one secret and nothing else. */
export type Form = "assignments" | "netrc" | "pgpass" | "addresses" | "either";

/** An existing file that may hold secrets of the user. `size` is in bytes. */
export interface ValueFile {
  readonly file: string;
  readonly form: Form;
  readonly size: number;
}

const NO_OTHERS: KnownValueSettings = { files: [], variables: [], projectFiles: [] };

export type World = Pick<Io, "env" | "platform">;

/** The most bytes of a file that is read. A hook runs at every event and has no time for larger files. */
const LARGEST = 256 * 1024;
/** The most folders in which .env files are looked for, from the working folder upwards. */
const DEEPEST = 16;

const ENV_FILES = [
  ".env",
  ".env.local",
  ".env.development",
  ".env.development.local",
  ".env.dev",
  ".env.production",
  ".env.production.local",
  ".env.prod",
  ".env.staging",
  ".env.test",
  ".env.test.local",
  ".envrc",
  ".npmrc",
];

/** Files of a worktree that hold one secret and nothing else. */
const KEY_FILES = ["config/master.key"];

/**
 * Parts of names of environment variables that may hold a secret. Only if a name has such a part, the code that judges
 * the name further is loaded.
 */
const TELLING = (
  "pass pwd psw secret token key cred auth jwt bearer salt seed sig hmac pin pat dsn cookie sas url uri conn " +
  "database db redis amqp mongo"
).split(" ");

/** The names of environment variables that may hold a secret. */
export function findVariables({ env }: World, { variables }: KnownValueSettings): string[] {
  return Object.keys(env).filter((name) => {
    const value = env[name] ?? "";
    if (value.length < 8 || name === "PATH") return false;
    const lower = name.toLowerCase();
    // Leave out values that begin with a slash: they are mostly paths, as in PWD and SSH_AUTH_SOCK in most processes,
    // and this test is cheaper than a judgement. But the base64 in a variable ending in `auth` may begin with a slash,
    // too.
    return (!value.startsWith("/") || lower.endsWith("auth")) && (isTelling(lower) || variables.includes(name));
  });
}

/** Whether a variable's name may mean a secret. `DBUS_…` does not mean a database. */
function isTelling(lower: string): boolean {
  const name = lower.includes("dbus_") ? lower.replaceAll("dbus_", "_") : lower;
  return TELLING.some((part) => name.includes(part));
}

/**
 * The existing files with secrets: .env files between the working folder and its worktree's top, the usual files of
 * credentials, and files that the settings name.
 */
export function findPlaces(world: World, cwd: string | undefined, settings: KnownValueSettings): ValueFile[] {
  const seen = new Set<string>();
  return listPlaces(world, cwd, settings).flatMap(([file, form]) => {
    const size = seen.has(file) ? undefined : sizeOf(file);
    seen.add(file);
    return size !== undefined && size <= LARGEST ? [{ file, form, size }] : [];
  });
}

/**
 * The size of a regular file in bytes; `undefined` if there is none. Most of the listed files do not exist, and
 * `existsSync` is the cheapest way to see that.
 */
function sizeOf(file: string): number | undefined {
  if (!existsSync(file)) return undefined;
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    return stat?.isFile() ? stat.size : undefined;
  } catch {
    return undefined; // links in a circle, a folder that may not be entered
  }
}

/** Paths below the home folder of the files in which programs keep their logins. */
export function homePlaces(): string[] {
  const world = { env: { HOME: "/~" }, platform: "" };
  return listPlaces(world, undefined, NO_OTHERS).map(([file]) => file.slice("/~/".length));
}

/**
 * All paths at which files with secrets may lie, existing or not: files of programs, of the worktree, and files that
 * variables and the settings name.
 */
export function namedPlaces(world: World, cwd: string | undefined, settings: KnownValueSettings | "off"): string[] {
  const google = world.env["GOOGLE_APPLICATION_CREDENTIALS"];
  const listed = listPlaces(world, cwd, settings === "off" ? NO_OTHERS : settings).map(([file]) => file);
  return google ? [...listed, google] : listed;
}

/**
 * Paths at which files with secrets may lie, with the formats of these files. The paths are built without `join`, which
 * would cost a hook time for thirty paths; a slash works on every system.
 */
function listPlaces({ env, platform }: World, cwd: string | undefined, settings: KnownValueSettings): [string, Form][] {
  const home = homeOf(env);
  const work = cwd !== undefined && isAbsolute(cwd) ? cwd : undefined;
  const roots = work === undefined ? [] : topFolders(work);
  return [
    ...placesInWork(work, roots, settings.projectFiles),
    ...placesInSettings(settings.files, roots, home),
    ...(home ? placesAtHome(home, env, platform) : []),
  ];
}

/**
 * Files in the folders from the working folder up to its worktree's top, and files below the top folders `roots`, among
 * these the files that the settings name.
 */
function placesInWork(
  work: string | undefined,
  roots: readonly string[],
  projectFiles: readonly string[],
): [string, Form][] {
  const found: [string, Form][] = [];
  for (const folder of work === undefined ? [] : enclosingFolders(work).slice(0, DEEPEST))
    for (const name of ENV_FILES) found.push([`${folder}/${name}`, "assignments"]);
  for (const top of roots) {
    for (const name of KEY_FILES) found.push([`${top}/${name}`, "either"]);
    for (const file of projectFiles) if (isBelow(top, resolve(top, file))) found.push([resolve(top, file), "either"]);
  }
  return found;
}

/** Files that the user's settings name. A relative path is looked for in each top folder. */
function placesInSettings(
  files: readonly string[],
  roots: readonly string[],
  home: string | undefined,
): [string, Form][] {
  return files.flatMap((file) => {
    const path = file.startsWith("~/") && home ? join(home, file.slice(2)) : isAbsolute(file) ? file : undefined;
    const paths = path === undefined ? roots.map((top) => join(top, file)) : [path];
    return paths.map((one): [string, Form] => [one, "either"]);
  });
}

/** The files in which programs keep their logins, at the paths that the programs themselves use. */
function placesAtHome(home: string, env: World["env"], platform: string): [string, Form][] {
  const at = (name: string, fallback: string) => env[name] || `${home}/${fallback}`;
  return [
    [`${home}/.env`, "assignments"],
    [env["NPM_CONFIG_USERCONFIG"] || at("npm_config_userconfig", ".npmrc"), "assignments"],
    [at("NETRC", platform === "win32" ? "_netrc" : ".netrc"), "netrc"],
    [at("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials"), "assignments"],
    [at("AWS_CONFIG_FILE", ".aws/config"), "assignments"],
    [`${at("DOCKER_CONFIG", ".docker")}/config.json`, "assignments"],
    ...(env["KUBECONFIG"]?.split(platform === "win32" ? ";" : ":") ?? [`${home}/.kube/config`])
      .filter(isAbsolute)
      .map((file): [string, Form] => [file, "assignments"]),
    [at("PGPASSFILE", ".pgpass"), "pgpass"],
    [`${home}/.pypirc`, "assignments"],
    [`${home}/.git-credentials`, "addresses"],
    [`${home}/.config/gh/hosts.yml`, "assignments"],
    [`${home}/.cargo/credentials.toml`, "assignments"],
  ];
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}
