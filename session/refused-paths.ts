import { existsSync, rmSync } from "node:fs";
import { dirname } from "node:path";

import type { Harm } from "../agents/codec/outcome.ts";
import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import { nameOf, nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import type { Json } from "../kit/json.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/** A call of a session. A call without an id is known by its tool and arguments. */
export interface NamedCall {
  readonly sessionId: string;
  readonly toolUseId?: string | undefined;
  readonly toolName?: string | undefined;
  readonly toolInput?: Json | undefined;
}

/** A line of the session's file. It holds hashes, since the name of a file may be a secret. */
interface Line {
  readonly call: string;
  readonly rules: readonly string[];
  readonly paths: readonly string[];
  readonly toUnknown?: readonly string[];
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** The most bytes of a session's file that are read, the most calls and paths of a call, and folders above a path. */
const [LARGEST, MOST, DEEPEST] = [256 * 1024, 50, 40] as const;

/** Keeps a refusal for later calls of the session. If it cannot be written, later calls are judged without it. */
export function keepRefusedPaths(io: World, call: NamedCall, { rules, paths, toUnknown = [] }: Harm): void {
  const file = fileOf(io, call.sessionId);
  if (file === undefined) return;
  try {
    makeFolder(dirname(file));
    forgetOldFiles(dirname(file), io);
    const hashes = (named: readonly string[]) => named.slice(0, MOST).map((path) => hashOf(call.sessionId, path));
    const line: Line = { call: idOf(call), rules, paths: hashes(paths), toUnknown: hashes(toUnknown) };
    const known = linesIn(file).filter((one) => one.call !== line.call);
    write(io, file, [...known.slice(-MOST), line]);
  } catch {
    // The disk may be full. The refusal itself was given.
  }
}

/** Whether a call of this session was refused because of its files. The test is one system call. */
export function mayHaveRefusedPaths(io: World, sessionId: string | undefined): boolean {
  const file = fileOf(io, sessionId);
  return file !== undefined && existsSync(file);
}

/**
 * A function that returns the rules by which calls on a path, or on a folder above it, were refused. @param isUnknown
 * whether a program that nobody knows works on the path
 */
export function refusedPaths(io: World, sessionId: string): (path: string, isUnknown: boolean) => readonly string[] {
  const lines = linesIn(fileOf(io, sessionId));
  const ofAll = lines.flatMap((one) => one.paths.map((path) => [path, one.rules] as const));
  const ofUnknown = lines.flatMap((one) => (one.toUnknown ?? []).map((path) => [path, one.rules] as const));
  const [all, unknown] = [new Map(ofAll), new Map([...ofUnknown, ...ofAll])];
  // A call names hundreds of files in few folders, and each folder above a file is hashed.
  const hashes = new Map<string, string>();
  const hashOfPlace = (place: string) => {
    const hash = hashes.get(place) ?? hashOf(sessionId, place);
    hashes.set(place, hash);
    return hash;
  };
  return (path, isUnknown) => {
    const rules = isUnknown ? unknown : all;
    let place = path;
    for (let depth = 0; depth < DEEPEST; depth += 1) {
      const found = rules.get(hashOfPlace(place));
      if (found) return found;
      const above = dirname(place);
      if (above === place) break;
      place = above;
    }
    return [];
  };
}

/** Forgets the refusal of a call that has run, because the person allowed it. */
export function forgetRefusedCall(io: World, call: NamedCall): void {
  const file = fileOf(io, call.sessionId);
  if (file === undefined) return;
  try {
    const lines = linesIn(file);
    const rest = lines.filter((one) => one.call !== idOf(call));
    if (rest.length === lines.length) return;
    if (rest.length === 0) rmSync(file, { force: true });
    else write(io, file, rest);
  } catch {
    // The refusal stays known, so the next such call is asked about once more.
  }
}

/** Forgets all refusals of a session that has ended. */
export function forgetRefusedPaths(io: World, sessionId: string): void {
  const file = fileOf(io, sessionId);
  if (file !== undefined) rmSync(file, { force: true });
}

function fileOf(io: World, sessionId: string | undefined): string | undefined {
  const data = dataDir(io);
  return data === undefined || !sessionId ? undefined : `${data}/refused/${nameOf(sessionId)}`;
}

function write({ pid }: World, file: string, lines: readonly Line[]): void {
  atomicWrite(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""), { pid });
}

function linesIn(file: string | undefined): readonly Line[] {
  try {
    const text = file === undefined ? "" : readRegularFile(file, LARGEST).bytes.toString("utf8");
    return text.split("\n").flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Line]));
  } catch {
    return []; // there is no file, or a line of it is incomplete
  }
}

function hashOf(sessionId: string, path: string): string {
  return nameOfAll([sessionId, path]);
}

function idOf({ toolUseId, toolName = "", toolInput = null }: NamedCall): string {
  return nameOfAll(toolUseId === undefined ? [toolName, JSON.stringify(toolInput)] : [toolUseId]);
}
