import { lstatSync, realpathSync, type Stats } from "node:fs";
import { basename, dirname, join } from "node:path";

import { statOf } from "./files.ts";

/**
 * Caches the stats of paths while one tool call is judged, so that each path is looked up once, however many commands
 * name it. All paths are absolute and have no `..` in them.
 */
export class DiskView {
  /**
   * The stats of each path, where a link is not followed; `undefined` if nothing is there or the path may not be read.
   */
  readonly #entries = new Map<string, Stats | undefined>();
  /** The stats of the targets of links, by the link's path. */
  readonly #targets = new Map<string, Stats | undefined>();
  readonly #real = new Map<string, string>();

  /**
   * The stats of a path, of the target if it is a link; `undefined` if nothing is there or the path may not be read.
   */
  statOf(path: string): Stats | undefined {
    const entry = this.#entryOf(path);
    if (!entry?.isSymbolicLink()) return entry;
    if (!this.#targets.has(path)) this.#targets.set(path, statOf(path));
    return this.#targets.get(path);
  }

  isThere(path: string): boolean {
    return this.statOf(path) !== undefined;
  }

  isFile(path: string): boolean {
    return this.statOf(path)?.isFile() === true;
  }

  isFolder(path: string): boolean {
    return this.statOf(path)?.isDirectory() === true;
  }

  /** A path with its links resolved, even if its last parts do not exist. */
  realPathOfNew(path: string): string {
    const known = this.#real.get(path);
    if (known !== undefined) return known;
    const real = this.#resolve(path);
    this.#real.set(path, real);
    return real;
  }

  #resolve(path: string): string {
    const folder = dirname(path);
    if (folder === path) return path;
    if (this.#entryOf(path)?.isSymbolicLink()) {
      try {
        return realpathSync(path);
      } catch {
        // The link's target is missing, so only the links in the path of its folder are resolved.
      }
    }
    return join(this.realPathOfNew(folder), basename(path));
  }

  #entryOf(path: string): Stats | undefined {
    if (this.#entries.has(path)) return this.#entries.get(path);
    const entry = this.#isBelowNothing(path) ? undefined : lookAt(path);
    this.#entries.set(path, entry);
    return entry;
  }

  /** Whether an earlier look-up found that the folder of a path is missing. */
  #isBelowNothing(path: string): boolean {
    const folder = dirname(path);
    return this.#entries.has(folder) && this.#entries.get(folder) === undefined;
  }
}

function lookAt(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined; // a folder of the path is a file, or may not be read
  }
}
