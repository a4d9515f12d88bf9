import { createHash } from "node:crypto";
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, join } from "node:path";

import { makeFolder } from "../kit/files.ts";
import { readOfTwo } from "../kit/twice.ts";
import { runProcess } from "../kit/run-process.ts";
import type { RuntimePlace } from "../agents/formats/runtime-place.ts";
import { launchersOf } from "./launchers.ts";

const CODE_CACHE = "code-cache";

/** The copy of the program that agents start. */
export interface Staged {
  /**
   * The name of its folder: the version, followed by a fingerprint if the folder of that version already held another
   * build.
   */
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Copies the program to `<data>/runtime/<version>/`, from where agents start it through the link `current`. An existing
 * folder is never changed, since agents may be running its program: another build of the same version gets its own
 * folder. The bytecode is written first, then `current` is pointed to the new folder in one step.
 * @param source the folder of the running program
 * @param path the PATH for git, which the hooks run while their bytecode is written
 */
export function stageRuntime(place: RuntimePlace, source: string, version: string, pid: number, path = ""): Staged {
  makeFolder(place.folder);
  const staged = copy(place, source, version, pid, path);
  for (const [file, script] of launchersOf(place)) writeProgram(file, script, pid);
  turn(place, staged.name, pid);
  forgetOlder(place, staged.name);
  return staged;
}

/** Whether agents already start exactly this build. */
export function isStaged(place: RuntimePlace, source: string): boolean {
  return (
    existsSync(place.current) &&
    launchersOf(place).every(([file, script]) => existsSync(file) && readFileSync(file, "utf8") === script) &&
    !isCodeCacheDamaged(place.current) &&
    fingerprint(realpathSync(place.current)) === fingerprint(realpathSync(source))
  );
}

/** Whether a file of bytecode is damaged. A hook ignores such a file and starts more slowly. */
export function isCodeCacheDamaged(folder: string): boolean {
  const caches = join(folder, CODE_CACHE);
  if (!existsSync(caches)) return false;
  const files = readdirSync(caches, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".bin"));
  return files.some((name) => {
    try {
      return readOfTwo(join(caches, name)) === undefined;
    } catch {
      return true; // the file is unreadable
    }
  });
}

function copy(
  { folder, node, asker }: RuntimePlace,
  source: string,
  version: string,
  pid: number,
  path: string,
): Staged {
  const from = realpathSync(source);
  const print = fingerprint(from);
  const apart = `${version}-${print.slice(0, 12)}`;
  // The third name is needed if the folders with the first two names exist and are damaged.
  for (const name of [version, apart, `${apart}-${pid}`]) {
    const target = join(folder, name);
    if (existsSync(target) && fingerprint(target) === print) {
      mendCodeCache(target, node, path);
      return { name, isNew: false };
    }
    if (existsSync(target)) continue;
    const temporary = `${target}.${pid}.tmp`;
    try {
      cpSync(from, temporary, { recursive: true, dereference: true });
      // A package that was unpacked may have lost this right.
      if (existsSync(join(temporary, basename(asker)))) chmodSync(join(temporary, basename(asker)), 0o755);
      if (isCodeCacheDamaged(temporary)) rmSync(join(temporary, CODE_CACHE), { recursive: true, force: true });
      if (!hasCodeCache(temporary, node)) writeCodeCache(temporary, node, path);
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
    return { name, isNew: true };
  }
  throw new Error("the folder of this build is damaged"); // `${apart}-${pid}` exists only if this process made it
}

/** Replaces damaged bytecode. Meanwhile a starting hook finds either no bytecode or complete files. */
function mendCodeCache(folder: string, node: string, path: string): void {
  if (!isCodeCacheDamaged(folder)) return;
  rmSync(join(folder, CODE_CACHE), { recursive: true, force: true });
  writeCodeCache(folder, node, path);
}

/** Whether the source includes bytecode for the Node that will run: a built checkout does, a package does not. */
function hasCodeCache(folder: string, node: string): boolean {
  const caches = join(folder, CODE_CACHE);
  if (!existsSync(caches)) return false;
  const { status, stdout } = runProcess(node, ["--version"], { env: {}, cwd: folder });
  return status === 0 && readdirSync(caches).some((name) => name.includes(`-${stdout.toString().trim()}-`));
}

/** Writes bytecode for the Node that will run. Errors are ignored: without bytecode a hook only starts more slowly. */
function writeCodeCache(folder: string, node: string, path: string): void {
  const writer = join(folder, "write-code-cache.cjs");
  if (existsSync(writer)) runProcess(node, [writer], { env: path === "" ? {} : { PATH: path }, cwd: folder });
}

/** The hash of the names and contents of all shipped files. Bytecode is left out, since it differs for each Node. */
function fingerprint(folder: string): string {
  const hash = createHash("sha256");
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => !name.startsWith(CODE_CACHE))
    .sort();
  for (const name of files) {
    const file = join(folder, name);
    if (lstatSync(file).isFile())
      hash.update(`${name}\0`).update(createHash("sha256").update(readFileSync(file)).digest());
  }
  return hash.digest("hex");
}

export function writeProgram(file: string, content: string, pid: number): void {
  if (existsSync(file) && readFileSync(file, "utf8") === content) return;
  const temporary = `${file}.${pid}.tmp`;
  writeFileSync(temporary, content, { mode: 0o700 });
  chmodSync(temporary, 0o700); // the process's umask does not apply to chmod
  renameSync(temporary, file);
}

/**
 * Points the link `current` to another version. A new link is renamed over the old one, so that `current` always
 * exists; Windows cannot do this.
 */
function turn({ current, folder, platform }: RuntimePlace, name: string, pid: number): void {
  if (linkTarget(current) === name) return;
  if (platform === "win32") {
    rmSync(current, { recursive: true, force: true });
    symlinkSync(join(folder, name), current, "junction");
    return;
  }
  const temporary = `${current}.${pid}.tmp`;
  rmSync(temporary, { force: true });
  symlinkSync(name, temporary);
  renameSync(temporary, current);
}

/** The version to which `current` points; `undefined` if there is no link. */
function linkTarget(current: string): string | undefined {
  try {
    return readlinkSync(current);
  } catch {
    return undefined;
  }
}

/** How many older versions are kept. Hooks that started before the update still read the files of the older version. */
const KEPT = 1;

function forgetOlder({ folder }: RuntimePlace, used: string): void {
  const versions = readdirSync(folder, { withFileTypes: true }).filter(
    (item) => item.isDirectory() && /^\d/.test(item.name) && item.name !== used,
  );
  const byAge = versions
    .map(({ name }) => ({ name, time: lstatSync(join(folder, name)).mtimeMs }))
    .sort((first, second) => second.time - first.time);
  for (const { name } of byAge.slice(KEPT)) rmSync(join(folder, name), { recursive: true, force: true });
}
