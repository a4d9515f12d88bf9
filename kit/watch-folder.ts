import { readdirSync, watch, type FSWatcher } from "node:fs";
import { join } from "node:path";

export interface WatchOptions {
  readonly platform: string;
  /** Names of folders that are not watched. */
  readonly without: ReadonlySet<string>;
  /** The most folders that are watched. If there are more, no folder is watched. */
  readonly atMost?: number;
}

export interface FolderWatch {
  /**
   * Begins to watch new folders, and ends the watch of removed ones. Returns `false`, and watches nothing, if there are
   * too many folders or none.
   */
  renew(): boolean;
  close(): void;
}

/**
 * Calls `changed` whenever a file changes below a folder. It may also call `changed` without a change, but it misses no
 * change. Watching begins with the first `renew`, which returns `false` if the system cannot watch the whole folder.
 */
export function watchFolder(
  root: string,
  { platform, without, atMost = 8192 }: WatchOptions,
  changed: () => void,
): FolderWatch {
  const watched = new Map<string, FSWatcher>();
  let hasRoom = true;
  // Node's `recursive` is used only on these systems. On others it watches each file by itself, and reads the whole
  // tree without a pause.
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

  /** Ends the watch of a folder that was removed. */
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

  /**
   * Walks through a folder. If the folder is missing or may not be read, nothing happens, since it then holds nothing
   * to record.
   */
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
        hasRoom = false; // more folders than the system or `atMost` allows
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
