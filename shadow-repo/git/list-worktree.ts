import { readCoverage, type Coverage } from "../coverage.ts";
import type { Skipped } from "../engine.ts";
import type { GitPath } from "../git-path.ts";
import { ownFolders } from "../place.ts";
import { ignoreFilesAbove, isIgnoreFile, readIgnoreFile } from "../source/ignore-files.ts";
import { includedFiles } from "../source/included-files.ts";
import { isFile, linkFinder } from "../source/on-disk.ts";
import { askIgnored } from "./ask-ignored.ts";
import { reappeared, type CaptureWork } from "./capture-work.ts";
import { excludeArguments, listing, recordedBelow, type ExcludeArguments } from "./list-files.ts";
import { shadowGit, splitNul } from "./shadow-git.ts";

/** The differences between worktree and index, and the ignore rules in force. */
export interface Listed {
  /** Paths of the index that were changed or are gone. */
  readonly known: ReadonlySet<GitPath>;
  /** Paths that the index does not hold. */
  readonly others: ReadonlySet<GitPath>;
  readonly excludes: ExcludeArguments;
  /** The texts of `.gitignore` files that are in force but not recorded, by path. */
  readonly rules: Map<GitPath, string>;
  readonly rulesChanged: boolean;
  /** Existing files that the source tracks although the ignore rules hide them. The capture has to add these files. */
  readonly back: readonly GitPath[];
  /** The signature of the source's index. */
  readonly signature: string;
  readonly sourceChanged: boolean;
  /** The coverage of this folder's last capture. */
  readonly last: Coverage | undefined;
  /** Existing files that `alsoRecord` names. */
  readonly included: readonly GitPath[];
  /** The folders in which the search for files of `alsoRecord` stopped, with the reasons. */
  readonly unsearched: readonly Skipped[];
}

/** Lists the differences with git, and adds files that the source tracks although rules hide them. */
export function listWorktree(work: CaptureWork): Listed {
  const {
    io,
    place,
    options: { prefix },
    state,
    source,
    trackedButIgnored: forced,
  } = work;
  const { root } = place.worktree;
  const scope = state?.scopes[prefix];
  const last = readCoverage(place.shadow, scope?.coverage);
  // Read the rules before git does: if they change in between, the next capture notices it.
  const excludes = excludeArguments(io, place);
  const rules = rulesInForce(root, prefix, last);
  const { known, others } = askGit(work, excludes);
  const isIncludedSame = (last?.also ?? "") === (work.options.inclusion?.patterns ?? "");
  const areSame = () =>
    isIncludedSame &&
    last?.outside === excludes.outside &&
    sameTexts(last.rules, rules) &&
    ![...known].some(isIgnoreFile);
  const shown = [...others].filter((path) => isIgnoreFile(path) || path.includes(".gitignore/"));
  const areHidden = areSame() && areKnownRules(shown, last);
  for (const path of rules.keys()) if (path.startsWith(prefix) && !others.has(path)) rules.delete(path);
  for (const path of areHidden ? shown : askIgnored(io, place, shown, excludes)) {
    others.delete(path);
    noteRules(root, rules, path);
  }

  const signature = source.signature();
  const sourceChanged = scope?.source !== signature;
  const rulesChanged = !areSame() || [...others].some(isIgnoreFile);
  const back = sourceChanged || rulesChanged ? hiddenTracked(work, others, excludes) : reappeared(root, forced, prefix);
  for (const path of back) others.add(path);
  const found = includedFiles(root, prefix, work.options.inclusion, ownFolders(place));
  const held = heldOfThem(work, found.files, isIncludedSame);
  for (const path of found.files) if (!known.has(path) && !held.has(path)) others.add(path);
  return {
    known,
    others,
    excludes,
    rules,
    rulesChanged,
    back,
    signature,
    sourceChanged,
    last,
    included: found.files,
    unsearched: found.skipped,
  };
}

/**
 * The present texts of the `.gitignore` files above a folder, and of the `.gitignore` files below the folder that the
 * last capture noted.
 */
function rulesInForce(root: string, prefix: GitPath, last: Coverage | undefined): Map<GitPath, string> {
  const rules = new Map(Object.entries(ignoreFilesAbove(root, prefix)));
  for (const path of Object.keys(last?.rules ?? {}))
    if (path.startsWith(prefix)) rules.set(path, readIgnoreFile(root, path) ?? "");
  return rules;
}

/** Whether the last capture noted each of these `.gitignore` files and could read it. */
function areKnownRules(paths: readonly GitPath[], last: Coverage | undefined): boolean {
  return paths.every((path) => last?.rules[path] !== undefined && !last.skipped.includes(path));
}

/** Asks git for the paths in which worktree and index differ. */
function askGit(
  { io, place, options: { prefix }, index }: CaptureWork,
  excludes: ExcludeArguments,
): { readonly known: Set<GitPath>; readonly others: Set<GitPath> } {
  const known = new Set<GitPath>();
  const others = new Set<GitPath>();
  // The last option lists a `.gitignore` even if rules ignore it; otherwise its changes would stay unnoticed.
  const lines = splitNul(
    shadowGit(io, place, listing(excludes, prefix, ["-t", "-m", "-o", "-d", "--exclude=!.gitignore"]), { index }),
  );
  for (const line of lines) (line.startsWith("?") ? others : known).add(line.slice(2));
  return { known, others };
}

/** The files of the index that `alsoRecord` names; if their names are not stored, every file of the index. */
function heldOfThem(work: CaptureWork, files: readonly GitPath[], isSame: boolean): ReadonlySet<GitPath> {
  const { state, isFirst } = work;
  if (files.length === 0 || isFirst) return new Set();
  return new Set((isSame ? state?.included : undefined) ?? recordedBelow(work, ""));
}

/** Adds the text of a `.gitignore` that is in force but not recorded; does nothing for another file. */
export function noteRules(root: string, rules: Map<GitPath, string>, path: GitPath): void {
  const text = isIgnoreFile(path) ? (rules.get(path) ?? readIgnoreFile(root, path)) : undefined;
  if (text !== undefined) rules.set(path, text);
}

/**
 * The existing tracked files that rules hide: neither the index nor git's listing holds them. Updates the stored lists
 * of ignored tracked files.
 */
function hiddenTracked(
  { io, place, options: { prefix }, index, isFirst, source, trackedButIgnored: forced }: CaptureWork,
  others: ReadonlySet<GitPath>,
  excludes: ExcludeArguments,
): GitPath[] {
  const { root } = place.worktree;
  const held = new Set(recordedBelow({ io, place, index, isFirst }, ""));
  const behindLink = linkFinder(root);
  const missing = [...source.tracked().keys()].filter(
    (path) => path.startsWith(prefix) && !held.has(path) && !behindLink(path),
  );
  const hidden = missing.filter((path) => !others.has(path) && isFile(root, path));
  for (const path of forced.absent) if (path.startsWith(prefix)) forced.absent.delete(path);
  for (const path of askIgnored(
    io,
    place,
    missing.filter((path) => !others.has(path) && !isFile(root, path)),
    excludes,
  ))
    forced.absent.add(path);
  for (const path of hidden) forced.present.add(path);
  return hidden;
}

function sameTexts(one: Readonly<Record<GitPath, string>>, other: ReadonlyMap<GitPath, string>): boolean {
  return Object.keys(one).length === other.size && [...other].every(([path, text]) => one[path] === text);
}
