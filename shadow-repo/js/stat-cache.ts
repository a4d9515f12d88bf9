import { existsSync, readFileSync, rmSync, type BigIntStats } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import { isObject } from "../../kit/json.ts";
import type { TreeEntry } from "../engine.ts";
import type { GitPath } from "../git-path.ts";

/** The recorded entry of a file, and the file's stats at that time. */
export interface CachedFile extends TreeEntry {
  /**
   * The file's stats as text; `""` if the file had just been written, so that a later change might not show in its
   * stats. Such a file is read again.
   */
  readonly stat: string;
}

/**
 * The recorded files by path, for the engine without git. If this cache is missing, damaged or lists lost objects, the
 * next capture reads every file.
 */
export type StatCache = ReadonlyMap<GitPath, CachedFile>;

const STAT_CACHE = "stat-cache";

/** The cache; `undefined` if there is none, or it is damaged. */
export function readStatCache(shadow: string, now: Date): StatCache | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(`${shadow}/${STAT_CACHE}`, "utf8"));
    if (!isObject(value) || !Array.isArray(value["files"]) || typeof value["began"] !== "number") return undefined;
    // The stats of a cache from the future, written while the clock was ahead, prove nothing, so every file is read.
    const isTrusted = value["began"] <= now.getTime();
    const files = new Map<GitPath, CachedFile>();
    for (const row of value["files"]) {
      if (!Array.isArray(row) || row.length !== 4 || !row.every((cell) => typeof cell === "string")) return undefined;
      const [path, mode, id, stat] = row as [string, string, string, string];
      files.set(path, { mode, id, stat: isTrusted ? stat : "" });
    }
    return files;
  } catch {
    return undefined;
  }
}

/** @param began the time before the files were read, from `timeOnDisk`, in milliseconds */
export function writeStatCache(shadow: string, cache: StatCache, began: number, pid: number): void {
  const files = [...cache].map(([path, { mode, id, stat }]) => [path, mode, id, stat]);
  atomicWrite(`${shadow}/${STAT_CACHE}`, JSON.stringify({ began, files }), { pid });
}

/** Deletes the cache; gives whether there was one. */
export function forgetStatCache(shadow: string): boolean {
  const file = `${shadow}/${STAT_CACHE}`;
  if (!existsSync(file)) return false;
  rmSync(file, { recursive: true, force: true });
  return true;
}

/**
 * The stats that change whenever a file is written or replaced. On Windows the inode is left out, as it is not stable.
 */
export function statOf({ size, mtimeNs, ctimeNs, ino, mode }: BigIntStats, platform: string): string {
  return [size, mtimeNs, ctimeNs, ...(platform === "win32" ? [] : [ino]), mode].join(" ");
}

/**
 * Whether a file was last changed in the second in which the reading began, or later. File systems round times, some to
 * whole seconds, so a further change might leave such times as they are.
 * @param began the time before the files were read, in milliseconds
 */
export function isYoung({ mtimeNs, ctimeNs }: BigIntStats, began: number): boolean {
  const second = BigInt(Math.floor(began / 1000)) * 1_000_000_000n;
  return mtimeNs >= second || ctimeNs >= second;
}
