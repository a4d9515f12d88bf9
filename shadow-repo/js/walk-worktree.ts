import type { Stats } from "node:fs";

import { NO_COVERAGE, parseCoverage } from "../coverage.ts";
import type { Skipped } from "../engine.ts";
import { foldersOf, type GitPath } from "../git-path.ts";
import { isIgnoreFile } from "../source/ignore-files.ts";
import { linkFinder } from "../git/list-changes.ts";
import { readBytes } from "../read-bytes.ts";
import type { SourceIndex } from "../source/tracked-by-source.ts";
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
  /** Files above that which are recorded all the same, as they were before. */
  readonly recorded: ReadonlySet<GitPath>;
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
  /** Those of them that are above the limit and were not when this scope was last walked. */
  readonly large: GitPath[];
  /** Signatures of the rules that were met, by folder. */
  readonly rules: Record<GitPath, string>;
  /** `.gitignore` files that are in force and that no tree holds. */
  readonly unrecorded: Record<GitPath, string>;
  /** Ignored files that the source tracks, on the disk or not. */
  readonly forced: Set<GitPath>;
}

/**
 * Compares what lies below a folder with the index, by inode data alone. Files that the index knows are held against
 * the ignore rules only where those changed since the last walk.
 */
export function walkWorktree(context: WalkContext, prefix: GitPath): Walk {
  const { root, disk, index, outside, source, state, trust, maxFileSize, recorded, now } = context;
  const walk: Walk = { read: [], drop: [], skipped: [], large: [], rules: {}, unrecorded: {}, forced: new Set() };
  const coverage = (state && parseCoverage(state.coverage)) ?? NO_COVERAGE;
  const known = new Map<GitPath, Row>();
  // what is left in the end was not met
  for (const row of index.rows) if (row.path.startsWith(prefix)) known.set(row.path, row);
  const sourceChanged = state?.source !== context.sourceSignature;
  const rulesAt = new Map<GitPath, IgnoreRules>();
  const texts = new Map<GitPath, string>();
  const locked = new Set<GitPath>();
  const behindLink = linkFinder(root);

  let trustedAll = state !== undefined && !sourceChanged && coverage.outside === outside.text;

  enter("", outside.rules, trustedAll);
  takeForced();
  settleUnmet();
  noteRules();
  return walk;

  /** Goes down to the scope's own folder, past the rules above it. */
  function enter(folder: GitPath, rules: IgnoreRules, trusted: boolean): void {
    if (folder === prefix) return visit(folder, rules, trusted);
    const next = prefix.slice(0, prefix.indexOf("/", folder.length) + 1);
    const [below, belowTrusted] = rulesIn(folder, rules, trusted);
    const found = disk.look(next.slice(0, -1));
    if (found === "cannot be reached") locked.add(next);
    else if (found === "gone" || !found.isDirectory()) return;
    else if (!outside.isOurs(next) && !below.ignores(next)) enter(next, below, belowTrusted);
  }

  function visit(folder: GitPath, above: IgnoreRules, aboveTrusted: boolean): void {
    const names = disk.names(folder);
    if (names === undefined) return;
    if (names === "cannot be read") {
      locked.add(folder);
      walk.skipped.push({ path: folder, why: names });
      return;
    }
    if (
      folder !== prefix &&
      names.includes(".git") &&
      isOwnRepository(root, folder) &&
      !hasKnown(folder, aboveTrusted)
    ) {
      walk.skipped.push({ path: folder, why: "a repository of its own" });
      return;
    }
    const [rules, trusted] =
      names.includes(".gitignore") || state?.rules[folder] !== undefined
        ? rulesIn(folder, above, aboveTrusted)
        : [above, aboveTrusted];
    trustedAll &&= trusted;
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
      const text = readBytes(disk.path(path)).toString("latin1");
      texts.set(path, text);
      const rules = above.with(folder, text);
      rulesAt.set(folder, rules);
      return [rules, stillTrusted];
    } catch {
      return [above, stillTrusted]; // unreadable: git goes on without it
    }
  }

  function meet(path: GitPath, rules: IgnoreRules, trusted: boolean): void {
    const found = disk.look(path);
    if (typeof found !== "string" && found.isDirectory()) {
      const folder = `${path}/`;
      if (!outside.isOurs(folder) && !rules.ignores(folder)) visit(folder, rules, trusted);
      return;
    }
    const isKnown = known.has(path);
    if ((!isKnown || !trusted) && (outside.isOurs(path) || rules.ignores(path))) return;
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
    } else if (!isLink && found.size > maxFileSize && !source.tracked().has(path) && !recorded.has(path)) {
      if (!coverage.skipped.includes(path)) walk.large.push(path);
      walk.skipped.push({ path, why: `larger than ${maxFileSize} bytes` });
    } else if (isLink && path.slice(path.lastIndexOf("/") + 1).toLowerCase() === ".gitmodules") {
      walk.skipped.push({ path, why: "git takes no symlink of this name" });
    } else {
      walk.read.push({ path, known: undefined, size: found.size });
    }
  }

  /** Tracked files that the rules ignore: ignoring has no effect on them. */
  function takeForced(): void {
    if (trustedAll) for (const path of coverage.forced) walk.forced.add(path);
    else
      for (const path of source.tracked().keys())
        if (path.startsWith(prefix) && isIgnored(path) && !behindLink(path)) walk.forced.add(path);
    if (walk.forced.size === 0) return;
    const met = new Set(
      [...index.rows.filter(({ path }) => !known.has(path)), ...walk.read, ...walk.skipped].map(({ path }) => path),
    );
    for (const path of walk.forced) {
      const found = met.has(path) || behindLink(path) ? "gone" : disk.look(path);
      if (typeof found === "string" || !found.isDirectory()) examine(path, found);
    }
  }

  /** From the top down: below an ignored folder nothing is asked. */
  function isIgnored(path: GitPath): boolean {
    let rules = outside.rules;
    let folder = "";
    for (const step of [...foldersOf(path).toReversed(), path]) {
      rules = rulesAt.get(folder) ?? rules;
      if (rules.ignores(step)) return true;
      folder = step;
    }
    return false;
  }

  /** Known files that the walk did not come by: gone, or ignored by now. */
  function settleUnmet(): void {
    for (const [path, row] of known) {
      if (locked.has("") || foldersOf(path).some((folder) => locked.has(folder))) known.delete(path);
      else walk.drop.push(row);
    }
  }

  /** Rules that are in force without being in the tree: those above the scope, and files that ignore themselves. */
  function noteRules(): void {
    const recorded = new Set(
      [...index.rows.map(({ path }) => path), ...walk.read.map(({ path }) => path)].filter(isIgnoreFile),
    );
    for (const { path } of walk.drop) recorded.delete(path);
    for (const [path, text] of texts) if (!path.startsWith(prefix) || !recorded.has(path)) walk.unrecorded[path] = text;
  }

  /** Known or tracked files in a folder make it ours to go into, also where it became a repository of its own. */
  function hasKnown(folder: GitPath, trusted: boolean): boolean {
    if (index.rows.some(({ path }) => path.startsWith(folder))) return true;
    return !trusted && [...source.tracked().keys()].some((path) => path.startsWith(folder));
  }
}
