import { existsSync, statSync } from "node:fs";
import { basename, dirname, isAbsolute, join, relative, resolve } from "node:path";

import type { Io } from "../../kit/io.ts";
import { readRegularFile } from "../../kit/read-regular-file.ts";
import type { KnownValueSettings } from "../../worktree/redaction-settings.ts";
import type { NamedValue } from "./known-value.ts";
import { readAssignments } from "./read-assignments.ts";
import { readAddresses, readNetrc, readPgpass, readWhole } from "./read-logins.ts";
import { isTelling, LEAST, secretsIn } from "./secrets-in.ts";

/** Bytes of one file, and of all together: a hook runs at every event. */
const LARGEST = 256 * 1024;
const LARGEST_SUM = 1024 * 1024;
/** Values that are looked for. */
const MOST = 500;
/** Folders from the working folder up to the worktree's top. */
const DEEPEST = 16;

const ENV_FILES = [".env", ".env.local", ".env.development", ".env.development.local", ".env.dev", ".env.production", ".env.production.local", ".env.prod", ".env.staging", ".env.test", ".env.test.local", ".envrc", ".npmrc"];

type World = Pick<Io, "env" | "platform">;
type Read = (text: string) => NamedValue[];

/**
 * The secrets that the user has: in the environment, in the .env files between the working folder and the top of its
 * worktree, and in the usual files of credentials. Files that are missing, no regular files, or larger than 256 KiB say
 * nothing. Values stay in memory; nothing of them is written anywhere.
 */
export function collectKnownValues(io: World, cwd: string | undefined, settings: KnownValueSettings): string[] {
  const values = new Set<string>();
  const names = commonNames(io, cwd);
  for (const [name, whole] of Object.entries(io.env)) {
    const value = whole?.trim() ?? "";
    if (value.length < LEAST) continue;
    if (settings.variables.includes(name)) {
      if (isTelling(value, names)) values.add(value);
    } else for (const secret of secretsIn({ name, value }, names)) values.add(secret);
  }
  let rest = LARGEST_SUM;
  for (const [file, read] of places(io, cwd, settings)) {
    const text = readText(file, Math.min(LARGEST, rest));
    if (text === undefined) continue;
    rest -= text.length;
    for (const named of read(text)) {
      for (const secret of secretsIn(named, names)) values.add(secret);
      if (values.size >= MOST) return [...values];
    }
  }
  return [...values];
}

/** Words that stand in every second line of a session: who and where the user is. */
function commonNames({ env }: World, cwd: string | undefined): ReadonlySet<string> {
  const words = [env["USER"], env["LOGNAME"], env["USERNAME"], env["HOSTNAME"], env["HOME"] && basename(env["HOME"]), ...(cwd ?? "").split(/[\\/]/)];
  return new Set(words.flatMap((word) => (word ? [word.toLowerCase()] : [])));
}

function places({ env, platform }: World, cwd: string | undefined, { files, projectFiles }: KnownValueSettings): [string, Read][] {
  const found: [string, Read][] = [];
  const top = cwd !== undefined && isAbsolute(cwd) ? worktreeFolders(cwd) : [];
  for (const folder of top) for (const name of ENV_FILES) found.push([join(folder, name), readAssignments]);
  const root = top.at(-1);
  const home = env["HOME"] ?? env["USERPROFILE"];
  if (root !== undefined) for (const file of projectFiles) if (isBelow(root, resolve(root, file))) found.push([resolve(root, file), readEither]);
  for (const file of files) {
    const path = file.startsWith("~/") && home ? join(home, file.slice(2)) : isAbsolute(file) ? file : root && join(root, file);
    if (path) found.push([path, readEither]);
  }
  if (!home) return found;
  const at = (name: string, fallback: string) => env[name] || join(home, fallback);
  found.push(
    [join(home, ".env"), readAssignments],
    [env["NPM_CONFIG_USERCONFIG"] || at("npm_config_userconfig", ".npmrc"), readAssignments],
    [at("NETRC", platform === "win32" ? "_netrc" : ".netrc"), readNetrc],
    [at("AWS_SHARED_CREDENTIALS_FILE", ".aws/credentials"), readAssignments],
    [at("AWS_CONFIG_FILE", ".aws/config"), readAssignments],
    [join(at("DOCKER_CONFIG", ".docker"), "config.json"), readAssignments],
    ...(env["KUBECONFIG"]?.split(platform === "win32" ? ";" : ":") ?? [join(home, ".kube/config")]).filter(isAbsolute).map((file): [string, Read] => [file, readAssignments]),
    [at("PGPASSFILE", ".pgpass"), readPgpass],
    [join(home, ".pypirc"), readAssignments],
    [join(home, ".git-credentials"), readAddresses],
    [join(home, ".config/gh/hosts.yml"), readAssignments],
    [join(home, ".cargo/credentials.toml"), readAssignments],
  );
  return found;
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== "" && !way.startsWith("..") && !isAbsolute(way);
}

/** The folder and those above it, up to the top of its worktree; without one, the folder alone. */
function worktreeFolders(cwd: string): string[] {
  const folders: string[] = [];
  for (let folder = cwd; folders.length < DEEPEST; folder = dirname(folder)) {
    folders.push(folder);
    if (existsSync(join(folder, ".git"))) return folders;
    if (dirname(folder) === folder) break;
  }
  return [cwd];
}

/** A file that the settings name: assignments, or one secret and nothing else. */
function readEither(text: string): NamedValue[] {
  return [...readAssignments(text), ...readWhole(text)];
}

/** A name is looked up before it is opened: most are not there, and an error costs more than the look. */
function readText(file: string, limit: number): string | undefined {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (!stat?.isFile() || stat.size > limit) return undefined;
    return readRegularFile(file, limit).bytes.toString("utf8");
  } catch {
    return undefined;
  }
}
