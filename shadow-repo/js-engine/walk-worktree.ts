import { readFileSync, type Stats } from "node:fs";

import type { Skipped } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { linkFinder } from "../list-changes.ts";
import type { SourceIndex } from "../tracked-by-source.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import type { IndexFile, Row } from "./index-file.ts";
import type { Disk } from "./on-disk.ts";
import type { OutsideRules } from "./outside-rules.ts";
import { isOwnRepository } from "./own-repository.ts";
import { sameSignature, signatureOf } from "./signature.ts";
import { fits } from "./stamp.ts";
import type { WalkState } from "./walk-state.ts";

export interface WalkContext {
  readonly root: string;
  readonly disk: Disk;
  readonly index: IndexFile;
  readonly outside: OutsideRules;
  readonly source: SourceIndex;
  /** Signature of the source's index. */
  readonly sourceSignature: string;
  /** What was true when this scope was last walked. */
  readonly state: WalkState | undefined;
  readonly trust: { readonly trustMode: boolean; readonly trustInode: boolean };
  readonly maxFileSize: number;
  /** In milliseconds. */
  readonly now: number;
}

/** What a walk found to do about the index. */
export interface Walk {
  /** Files whose content must be looked at, with their size. */
  readonly read: { readonly path: GitPath; readonly known: Row | undefined; readonly size: number }[];
  /** Rows of the scope that go: their file is gone, or is to be let go. */
  readonly drop: Row[];
  readonly skipped: Skipped[];
  /** Rules that were met. */
  readonly rules: Record<GitPath, string>;
}

/**
 * Compares what lies below a folder with the index, by inode data alone. Files that the index knows are held against the
 * ignore rules only where those changed since the last walk.
 */
export function walkWorktree(context: WalkContext, prefix: GitPath): Walk {
  const { root, disk, index, outside, source, state, trust, maxFileSize, now } = context;
  const walk: Walk = { read: [], drop: [], skipped: [], rules: {} };
  const known = new Map<GitPath, Row>();
  for (const row of index.rows) if (row.path.startsWith(prefix)) known.set(row.path, row); // what is left in the end was not met
  const sourceChanged = state?.source !== context.sourceSignature;
  const ignored = new Map<GitPath, boolean>(); // folders, with whether the rules were the same as last time
  const locked = new Set<GitPath>();
  const behindLink = linkFinder(root);

  enter("", outside.rules, state !== undefined && !sourceChanged && sameSignature(state.outside, outside.signature));
  settleUnmet();
  if (ignored.size > 0 && (sourceChanged || [...ignored.values()].includes(false))) addHiddenTracked();
  return walk;

  /** Goes down to the scope's own folder, past the rules above it. */
  function enter(folder: GitPath, rules: IgnoreRules, trusted: boolean): void {
    if (folder === prefix) return visit(folder, rules, trusted);
    const next = prefix.slice(0, prefix.indexOf("/", folder.length) + 1);
    const [below, belowTrusted] = rulesIn(folder, rules, trusted);
    const found = disk.look(next.slice(0, -1));
    if (found === "cannot be reached") locked.add(next);
    else if (found === "gone" || !found.isDirectory()) return;
    else if (outside.isOurs(next) || below.ignores(next)) ignored.set(next, belowTrusted);
    else enter(next, below, belowTrusted);
  }

  function visit(folder: GitPath, above: IgnoreRules, aboveTrusted: boolean): void {
    const names = disk.names(folder);
    if (names === undefined) return;
    if (names === "cannot be read") {
      locked.add(folder);
      walk.skipped.push({ path: folder, why: names });
      return;
    }
    if (folder !== prefix && names.includes(".git") && isOwnRepository(root, folder) && !hasKnown(folder, aboveTrusted)) {
      walk.skipped.push({ path: folder, why: "a repository of its own" });
      return;
    }
    const [rules, trusted] = names.includes(".gitignore") || state?.rules[folder] !== undefined ? rulesIn(folder, above, aboveTrusted) : [above, aboveTrusted];
    for (const name of names) {
      if (name.length === 4 && name.toLowerCase() === ".git") continue; // git takes no such name, in any case
      meet(folder + name, rules, trusted);
    }
  }

  /** A `.gitignore` counts only as a regular file: git follows no symlink there. */
  function rulesIn(folder: GitPath, above: IgnoreRules, trusted: boolean): [rules: IgnoreRules, trusted: boolean] {
    const path = `${folder}.gitignore`;
    const found = disk.look(path);
    const file = typeof found !== "string" && found.isFile() ? found : undefined;
    const signature = signatureOf(file, now);
    const stillTrusted = trusted && sameSignature(state?.rules[folder], signature);
    if (!file) return [above, stillTrusted];
    walk.rules[folder] = signature;
    try {
      return [above.with(folder, readFileSync(disk.path(path), "latin1")), stillTrusted];
    } catch {
      return [above, stillTrusted]; // unreadable: git goes on without it
    }
  }

  function meet(path: GitPath, rules: IgnoreRules, trusted: boolean): void {
    const found = disk.look(path);
    if (typeof found !== "string" && found.isDirectory()) {
      const folder = `${path}/`;
      if (outside.isOurs(folder) || rules.ignores(folder)) ignored.set(folder, trusted);
      else visit(folder, rules, trusted);
      return;
    }
    const isKnown = known.has(path);
    const judge = !isKnown || !trusted;
    if (judge && (outside.isOurs(path) || rules.ignores(path)) && !((isKnown || sourceChanged || !trusted) && source.tracked().has(path))) return;
    examine(path, found);
  }

  /** A path that belongs to the capture, if it can be taken. */
  function examine(path: GitPath, found: Stats | "gone" | "cannot be reached"): void {
    const row = known.get(path);
    if (found === "gone") return;
    if (found === "cannot be reached") {
      known.delete(path); // it may still be there: not a deletion
      walk.skipped.push({ path, why: found });
      return;
    }
    const isLink = found.isSymbolicLink();
    if (!found.isFile() && !isLink) {
      walk.skipped.push({ path, why: "not a regular file or symlink" });
    } else if (row) {
      known.delete(path);
      if (index.isRacy(row) || !fits(row, found, trust)) walk.read.push({ path, known: row, size: found.size });
    } else if (!isLink && found.size > maxFileSize && !source.tracked().has(path)) {
      walk.skipped.push({ path, why: `larger than ${maxFileSize} bytes` });
    } else if (isLink && path.slice(path.lastIndexOf("/") + 1).toLowerCase() === ".gitmodules") {
      walk.skipped.push({ path, why: "git takes no symlink of this name" });
    } else {
      walk.read.push({ path, known: undefined, size: found.size });
    }
  }

  /** Known files that the walk did not come by: gone, or in a folder that it did not enter. */
  function settleUnmet(): void {
    for (const [path, row] of known) {
      const folders = foldersOf(path);
      const hidden = folders.find((folder) => ignored.has(folder));
      if (hidden !== undefined && (ignored.get(hidden) || source.tracked().has(path)) && !behindLink(path)) {
        const found = disk.look(path);
        if (typeof found === "string" || !found.isDirectory()) examine(path, found);
      } else if (locked.has("") || folders.some((folder) => locked.has(folder))) known.delete(path);
      if (known.has(path)) walk.drop.push(row);
    }
  }

  /** Files that the source tracks in ignored folders: ignoring has no effect on them. */
  function addHiddenTracked(): void {
    const met = new Set(index.rows.map(({ path }) => path));
    for (const path of source.tracked().keys()) {
      if (!path.startsWith(prefix) || met.has(path) || !foldersOf(path).some((folder) => ignored.has(folder)) || behindLink(path)) continue;
      const found = disk.look(path);
      if (typeof found !== "string" && !found.isDirectory()) examine(path, found);
    }
  }

  /** Known or tracked files in a folder make it ours to go into, also where it became a repository of its own. */
  function hasKnown(folder: GitPath, trusted: boolean): boolean {
    if (index.rows.some(({ path }) => path.startsWith(folder))) return true;
    return !trusted && [...source.tracked().keys()].some((path) => path.startsWith(folder));
  }
}
