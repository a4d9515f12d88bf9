import { readdirSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";

export interface WatchOptions {
  readonly platform: string;
  /** Names of folders that are not looked into. */
  readonly without: ReadonlySet<string>;
  /** Folders that are watched at most; above that number, none is. */
  readonly atMost?: number;
}

export interface FolderWatch {
  /** Also watches folders that are new; `false` if there is no room for all. */
  renew(): boolean;
  close(): void;
}

/**
 * Calls `changed` whenever a file changes below a folder, more often than needed rather than too seldom. If the system
 * cannot watch the whole folder, `renew` says so.
 */
export function watchFolder(
  root: string,
  { platform, without, atMost = 8192 }: WatchOptions,
  changed: () => void,
): FolderWatch {
  const watched = new Map<string, FSWatcher>();
  let hasRoom = true;
  // On other systems Node watches each file by itself for a whole tree, and goes through the tree without a pause.
  const isWhole = platform === "darwin" || platform === "win32";

  function add(folder: string): void {
    if (watched.has(folder)) return;
    if (watched.size >= atMost) throw new Error("too many folders");
    const watcher = watch(folder, { recursive: isWhole, persistent: false }, (_, name) => {
      if (!without.has(name?.split(/[\\/]/)[0] ?? "")) changed();
    });
    watched.set(folder, watcher);
    watcher.on("error", () => forget(folder));
  }

  /** A folder that is removed ends its watch. */
  function forget(folder: string): void {
    watched.get(folder)?.close();
    watched.delete(folder);
  }

  function walk(folder: string, there: Set<string>): void {
    there.add(folder);
    add(folder);
    if (isWhole) return;
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory() && !without.has(entry.name)) tryToWalk(join(folder, entry.name), there);
  }

  /** A folder that is gone by now, or that nobody may read, holds nothing to be recorded. */
  function tryToWalk(folder: string, there: Set<string>): void {
    try {
      walk(folder, there);
    } catch (error) {
      if (!GONE.has((error as NodeJS.ErrnoException).code ?? "")) throw error;
    }
  }

  return {
    renew() {
      if (!hasRoom) return false;
      try {
        const there = new Set<string>();
        tryToWalk(root, there);
        for (const folder of watched.keys()) if (!there.has(folder)) forget(folder);
        hasRoom = watched.size > 0;
      } catch {
        hasRoom = false; // the limit of the system, or ours
      }
      if (!hasRoom) this.close();
      return hasRoom;
    },
    close() {
      for (const folder of watched.keys()) forget(folder);
    },
  };
}

const GONE: ReadonlySet<string> = new Set(["ENOENT", "ENOTDIR", "EACCES", "EPERM"]);
