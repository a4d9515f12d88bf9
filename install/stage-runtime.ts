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
import { join } from "node:path";

import { makeFolder } from "../kit/files.ts";
import { readOfTwo } from "../kit/twice.ts";
import { runProcess } from "../kit/run-process.ts";
import type { RuntimePlace } from "../agents/formats/runtime-place.ts";
import { launchersOf } from "./launchers.ts";

const CODE_CACHE = "code-cache";

/** The staged copy. */
export interface Staged {
  /**
   * The folder's own name: the version, with a fingerprint behind it if another build of that version was there
   * before.
   */
  readonly name: string;
  readonly isNew: boolean;
}

/**
 * Copies the program into the folder from which agents start it, `<data>/runtime/<version>/`, with `current` pointing
 * there. A folder that agents may be running from is never changed: another build of the same version gets a folder of
 * its own, and `current` is turned round in one step. Files that installation makes, such as a code cache, are made
 * here, before that step.
 * @param source the folder of the running program
 * @param path the search path for git, with which hooks' bytecode is made too
 */
export function stageRuntime(place: RuntimePlace, source: string, version: string, pid: number, path = ""): Staged {
  makeFolder(place.folder);
  const staged = copy(place, source, version, pid, path);
  for (const [file, script] of launchersOf(place)) writeProgram(file, script, pid);
  turn(place, staged.name, pid);
  forgetOlder(place, staged.name);
  return staged;
}

/** Whether agents start this very build already. */
export function isStaged(place: RuntimePlace, source: string): boolean {
  return (
    existsSync(place.current) &&
    launchersOf(place).every(([file, script]) => existsSync(file) && readFileSync(file, "utf8") === script) &&
    !isCodeCacheDamaged(place.current) &&
    fingerprint(realpathSync(place.current)) === fingerprint(realpathSync(source))
  );
}

/** Whether a file of bytecode beside a program differs from the written one; a hook leaves it out and starts slower. */
export function isCodeCacheDamaged(folder: string): boolean {
  const caches = join(folder, CODE_CACHE);
  if (!existsSync(caches)) return false;
  const files = readdirSync(caches, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".bin"));
  return files.some((name) => {
    try {
      return readOfTwo(join(caches, name)) === undefined;
    } catch {
      return true; // it cannot be read
    }
  });
}

function copy({ folder, node }: RuntimePlace, source: string, version: string, pid: number, path: string): Staged {
  const from = realpathSync(source);
  const print = fingerprint(from);
  const apart = `${version}-${print.slice(0, 12)}`;
  // The last name is for a copy that was damaged under both other names.
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
      if (isCodeCacheDamaged(temporary)) rmSync(join(temporary, CODE_CACHE), { recursive: true, force: true });
      if (!hasCodeCache(temporary, node)) writeCodeCache(temporary, node, path);
      renameSync(temporary, target);
    } catch (error) {
      rmSync(temporary, { recursive: true, force: true });
      throw error;
    }
    return { name, isNew: true };
  }
  throw new Error("the folder of this build is damaged"); // this very process made it
}

/** Mends damaged bytecode. Hooks that start meanwhile find no bytecode, or whole files. */
function mendCodeCache(folder: string, node: string, path: string): void {
  if (!isCodeCacheDamaged(folder)) return;
  rmSync(join(folder, CODE_CACHE), { recursive: true, force: true });
  writeCodeCache(folder, node, path);
}

/** Whether bytecode for the Node that will run came along: a checkout has it, a package does not. */
function hasCodeCache(folder: string, node: string): boolean {
  const caches = join(folder, CODE_CACHE);
  if (!existsSync(caches)) return false;
  const { status, stdout } = runProcess(node, ["--version"], { env: {}, cwd: folder });
  return status === 0 && readdirSync(caches).some((name) => name.includes(`-${stdout.toString().trim()}-`));
}

/**
 * Writes bytecode for the Node that will run; without it a hook only starts slower, so a failure is none of the
 * installation's.
 */
function writeCodeCache(folder: string, node: string, path: string): void {
  const writer = join(folder, "write-code-cache.cjs");
  if (existsSync(writer)) runProcess(node, [writer], { env: path === "" ? {} : { PATH: path }, cwd: folder });
}

/** The hash of the names and contents of all shipped files, without bytecode, which each Node makes for itself. */
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
  chmodSync(temporary, 0o700); // whatever the process's mask says
  renameSync(temporary, file);
}

/**
 * Turns a link to another version: a new one is renamed over it, so that no hook ever finds none; Windows cannot do
 * that.
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

/** The version that `current` names. */
function linkTarget(current: string): string | undefined {
  try {
    return readlinkSync(current);
  } catch {
    return undefined;
  }
}

/** Versions that may stay beside the one in use: hooks that were started a moment ago still read theirs. */
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
