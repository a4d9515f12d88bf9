import { appendFileSync, existsSync, rmSync } from "node:fs";
import { basename, dirname } from "node:path";

import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import { nameOf, nameOfAll } from "../kit/hash.ts";
import type { Io } from "../kit/io.ts";
import { dataDir, forgetOldFiles } from "../worktree/doors/data-dir.ts";

/** The content of a file that a call wrote: that of a file of secrets, or all variables of the environment. */
export type SecretContent = "secrets" | "environment";

/** The files that calls of a session may have made of secrets, by their absolute paths. */
export interface SecretCopies {
  /** What the file at a path holds; `undefined` for any other file. */
  holds(path: string): SecretContent | undefined;
}

type World = Pick<Io, "env" | "platform" | "now" | "pid">;

/** The most bytes of a session's file that are read, and the most copies that are remembered. */
const [LARGEST, MOST] = [64 * 1024, 400] as const;
/** Stands for the content of a file that was overwritten with something else. */
const GONE = "-";
/** Ends the path of a copy in parts, whose names are known only by their beginning: `split`. */
export const PARTS = "*";

/** The ending that a program gives to a file which it packs or encrypts in place: `gzip copy` makes `copy.gz`. */
const PACKED = /\.(?:gz|bz2|xz|zst|br|lz4|gpg|asc|age|enc)$/;

/** Whether a call of this session made a copy of secrets. The test is one system call. */
export function mayHaveSecretCopies(io: World, sessionId: string | undefined): boolean {
  const file = fileOf(io, sessionId);
  return file !== undefined && existsSync(file);
}

/**
 * Remembers the files that a call makes of secrets, and forgets those that it overwrites with something else
 * (`undefined`). The session's file holds hashes, since the name of a file may be a secret. If it cannot be written,
 * later calls are judged without it.
 */
export function keepSecretCopies(
  io: World,
  sessionId: string,
  copies: ReadonlyMap<string, SecretContent | undefined>,
): void {
  const file = fileOf(io, sessionId);
  if (file === undefined || copies.size === 0) return;
  try {
    const before = linesIn(file);
    const told = [...copies].map(([path, content]) => [hashOf(sessionId, path), content ?? GONE] as const);
    const news = told.filter(([hash, content]) => (before.get(hash) ?? GONE) !== content);
    if (news.length === 0) return;
    makeFolder(dirname(file));
    forgetOldFiles(dirname(file), io);
    const textOf = (lines: Iterable<readonly [string, string]>) =>
      [...lines].map((line) => `${line.join(" ")}\n`).join("");
    // Hooks may run at the same time, so lines are appended; the last line about a file counts.
    if (before.size + news.length <= MOST) appendFileSync(file, textOf(news), { mode: 0o600 });
    else atomicWrite(file, textOf([...before, ...news].slice(-MOST / 2)), { pid: io.pid });
  } catch {
    // The disk may be full.
  }
}

/** The copies of secrets that earlier calls of a session may have made. */
export function readSecretCopies(io: World, sessionId: string): SecretCopies {
  const lines = linesIn(fileOf(io, sessionId));
  const known = new Map<string, SecretContent | undefined>();
  const look = (path: string) => {
    const plain = path.replace(PACKED, "");
    const folder = plain.length - basename(plain).length;
    const parts = Array.from({ length: plain.length - folder }, (_, at) => plain.slice(0, folder + at) + PARTS);
    for (const one of [plain, path, ...parts]) {
      const content = lines.get(hashOf(sessionId, one));
      if (content === "secrets" || content === "environment") return content;
    }
    return undefined;
  };
  return {
    holds(path) {
      if (!known.has(path)) known.set(path, look(path));
      return known.get(path);
    },
  };
}

/** Forgets all copies of a session that has ended. */
export function forgetSecretCopies(io: World, sessionId: string): void {
  const file = fileOf(io, sessionId);
  if (file !== undefined) rmSync(file, { force: true });
}

function fileOf(io: World, sessionId: string | undefined): string | undefined {
  const data = dataDir(io);
  return data === undefined || !sessionId ? undefined : `${data}/secret-copies/${nameOf(sessionId)}`;
}

/** Hash of a path → the content of the file there, or `GONE`. */
function linesIn(file: string | undefined): ReadonlyMap<string, string> {
  try {
    const text = file === undefined ? "" : readRegularFile(file, LARGEST).bytes.toString("utf8");
    const lines = text.split("\n").map((line) => line.split(" "));
    return new Map(lines.flatMap(([hash, content]) => (hash && content ? [[hash, content] as const] : [])));
  } catch {
    return new Map(); // there is no file
  }
}

function hashOf(sessionId: string, path: string): string {
  return nameOfAll([sessionId, path]);
}
