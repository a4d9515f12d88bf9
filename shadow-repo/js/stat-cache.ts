import { existsSync, readFileSync, rmSync, statSync, writeFileSync, type BigIntStats } from "node:fs";

import { atomicWrite } from "../../kit/atomic-write.ts";
import type { Io } from "../../kit/io.ts";
import { asString, isObject } from "../../kit/json.ts";
import type { CoverageId } from "../coverage.ts";
import type { ObjectId, TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { newId } from "../new-id.ts";

/** What a file was recorded as, and what its inode said then. */
export interface CachedFile extends TreeEntry {
  /** `""` where the file was too young to be told from its next version: it is read again. */
  readonly stat: string;
}

/** What was true of one folder when it was last looked at. */
export interface ScopeState {
  /** What the tree did not tell, as it is kept, and its id. */
  readonly coverage: string;
  readonly coverageId: CoverageId;
  /** Signature of the source's index: which files are covered whatever the rules. */
  readonly source: string;
  /** Signatures of every `.gitignore` that was met, by its folder. */
  readonly rules: Readonly<Record<GitPath, string>>;
}

/**
 * What the engine without git knows about unchanged files. Only a cache: where it is missing, damaged or names what is
 * gone, every file is read once more.
 */
export interface StatCache {
  readonly files: ReadonlyMap<GitPath, CachedFile>;
  /** Of all these files, the one at the top last. */
  readonly trees: readonly ObjectId[];
  /** When the first of the files that were new then was read, by the clock of the disk, in milliseconds. */
  readonly began: number;
  readonly scopes: Readonly<Record<GitPath, ScopeState>>;
}

const STAT_CACHE = "stat-cache";

/** `undefined` where there is none, or it is damaged. */
export function readStatCache(shadow: string, now: Date): StatCache | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(`${shadow}/${STAT_CACHE}`, "utf8"));
    if (!isObject(value) || !Array.isArray(value["files"]) || !isObject(value["scopes"])) return undefined;
    const { trees, began } = value;
    if (!Array.isArray(trees) || !trees.every((id) => typeof id === "string") || typeof began !== "number")
      return undefined;
    // One from the future, which a clock that ran ahead left, vouches for nothing.
    const isTrusted = began <= now.getTime();
    const files = new Map<GitPath, CachedFile>();
    for (const row of value["files"]) {
      if (!Array.isArray(row) || row.length !== 4 || !row.every((cell) => typeof cell === "string")) return undefined;
      const [path, mode, id, stat] = row as [string, string, string, string];
      files.set(path, { mode, id, stat: isTrusted ? stat : "" });
    }
    return { files, trees, began, scopes: scopesIn(value["scopes"]) };
  } catch {
    return undefined;
  }
}

function scopesIn(value: Readonly<Record<string, unknown>>): Record<GitPath, ScopeState> {
  const scopes: Record<GitPath, ScopeState> = {};
  for (const [prefix, scope] of Object.entries(value)) {
    if (!isObject(scope) || !isObject(scope["rules"])) continue;
    const [coverage, coverageId, source] = [scope["coverage"], scope["coverageId"], scope["source"]].map(asString);
    if (coverage === undefined || coverageId === undefined || source === undefined) continue;
    scopes[prefix] = { coverage, coverageId, source, rules: scope["rules"] as Record<GitPath, string> };
  }
  return scopes;
}

export function writeStatCache(shadow: string, { files, ...others }: StatCache, pid: number): void {
  const rows = [...files].map(([path, { mode, id, stat }]) => [path, mode, id, stat]);
  atomicWrite(`${shadow}/${STAT_CACHE}`, JSON.stringify({ files: rows, ...others }), { pid });
}

/** Throws the cache away; gives whether there was one. */
export function forgetStatCache(shadow: string): boolean {
  const file = `${shadow}/${STAT_CACHE}`;
  if (!existsSync(file)) return false;
  rmSync(file, { recursive: true, force: true });
  return true;
}

/** What changes whenever a file is written or replaced. Inodes on Windows are not always the same. */
export function statOf({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats, platform: string): string {
  return [size, mtimeNs, ctimeNs, ...(platform === "win32" ? [] : [ino]), mode].join(" ");
}

/**
 * Whether a file that was just read may change once more without another time: file systems tick coarsely, some in
 * whole seconds.
 */
export function isYoung({ mtimeNs, ctimeNs }: BigIntStats, began: number): boolean {
  const second = BigInt(Math.floor(began / 1000)) * 1_000_000_000n;
  return mtimeNs >= second || ctimeNs >= second;
}

/** The present time, by our clock or by that of the disk, whichever is behind. */
export function timeOnDisk(io: Io, shadow: string): number {
  const file = `${shadow}/tmp/${io.pid}-${newId()}.clock`;
  writeFileSync(file, "", { mode: 0o600 });
  try {
    return Math.min(io.now().getTime(), Math.floor(statSync(file).mtimeMs));
  } finally {
    rmSync(file, { force: true });
  }
}
