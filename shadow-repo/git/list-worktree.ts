import type { Io } from "../../kit/io.ts";
import { readCoverage, type Coverage } from "../coverage.ts";
import { EXCLUDED, type Skipped } from "../engine.ts";
import { toText, type GitPath } from "../git-path.ts";
import { ownFolders, TEMPORARY, type Place } from "../place.ts";
import { ignoreFilesAbove, isIgnoreFile, outsideFiles, readIgnoreFile } from "../source/ignore-files.ts";
import { includedFiles } from "../source/included-files.ts";
import { isFile, linkFinder } from "../source/on-disk.ts";
import { askIgnored } from "./ask-ignored.ts";
import { reappeared, type CaptureWork } from "./capture-work.ts";
import { shadowGit, splitNul, tryShadowGit } from "./shadow-git.ts";

/** The difference between worktree and index, and the rules that decide about both. */
export interface Listed {
  /** Paths of the index that were changed or are gone. */
  readonly known: ReadonlySet<GitPath>;
  /** Paths that the index does not hold. */
  readonly others: ReadonlySet<GitPath>;
  readonly excludes: ExcludeArguments;
  /** Texts of `.gitignore` files that are in force without being recorded, by path. */
  readonly rules: Map<GitPath, string>;
  readonly rulesChanged: boolean;
  /** Tracked files that the rules hide and that the capture has to take in. */
  readonly back: readonly GitPath[];
  /** The signature of the source's index. */
  readonly signature: string;
  readonly sourceChanged: boolean;
  /** The coverage of this folder's last capture. */
  readonly last: Coverage | undefined;
  /** Existing files that `alsoRecord` names. */
  readonly included: readonly GitPath[];
  /** The folders in which the search for these files ended. */
  readonly unsearched: readonly Skipped[];
}

/** Asks git for the differences, and adds files that rules hide and the source tracks. */
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
  // The rules are read before git reads them: a change in between then shows at the next capture.
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

/** The `.gitignore` files above a folder, and those that the last capture of the folder knew, as they are now. */
function rulesInForce(root: string, prefix: GitPath, last: Coverage | undefined): Map<GitPath, string> {
  const rules = new Map(Object.entries(ignoreFilesAbove(root, prefix)));
  for (const path of Object.keys(last?.rules ?? {}))
    if (path.startsWith(prefix)) rules.set(path, readIgnoreFile(root, path) ?? "");
  return rules;
}

/** Whether the last capture knew each of these `.gitignore` files and could read it. */
function areKnownRules(paths: readonly GitPath[], last: Coverage | undefined): boolean {
  return paths.every((path) => last?.rules[path] !== undefined && !last.skipped.includes(path));
}

/** The paths in which worktree and index differ. */
function askGit(
  { io, place, options: { prefix }, index }: CaptureWork,
  excludes: ExcludeArguments,
): { readonly known: Set<GitPath>; readonly others: Set<GitPath> } {
  const known = new Set<GitPath>();
  const others = new Set<GitPath>();
  // No rule hides a `.gitignore` from this listing: one that ignores itself would change unseen.
  const lines = splitNul(
    shadowGit(io, place, listing(excludes, prefix, ["-t", "-m", "-o", "-d", "--exclude=!.gitignore"]), { index }),
  );
  for (const line of lines) (line.startsWith("?") ? others : known).add(line.slice(2));
  return { known, others };
}

/** Files of the index that `alsoRecord` names; the whole index is asked if they are not remembered. */
function heldOfThem(work: CaptureWork, files: readonly GitPath[], isSame: boolean): ReadonlySet<GitPath> {
  const { state, isFirst } = work;
  if (files.length === 0 || isFirst) return new Set();
  return new Set((isSame ? state?.included : undefined) ?? recordedBelow(work, ""));
}

/** Files of the index that git now ignores, except files that the source tracks: ignoring has no effect on these. */
export function ignoredInIndex(
  { io, place, options: { prefix, inclusion }, index, isFirst, source, trackedButIgnored: forced }: CaptureWork,
  { excludes, rules, rulesChanged, sourceChanged, back }: Listed,
): ReadonlySet<GitPath> {
  const drop = new Set<GitPath>();
  if (isFirst || !(rulesChanged || (sourceChanged && forced.present.size > 0))) return drop;
  const ignored = splitNul(shadowGit(io, place, listing(excludes, prefix, ["-c", "-i"]), { index }));
  for (const path of forced.present) if (path.startsWith(prefix) && !back.includes(path)) forced.present.delete(path);
  for (const path of ignored) {
    if (source.tracked().has(path)) forced.present.add(path);
    else if (!inclusion?.fits(path)) drop.add(path);
  }
  for (const path of drop) noteRules(place.worktree.root, rules, path);
  return drop;
}

/**
 * Files of the index that the user's settings exclude. No listing shows an unchanged file, so the whole index is
 * searched, but only once the settings have changed.
 */
export function excludedInIndex(
  { io, place, options: { prefix, exclusion }, index, isFirst, state }: CaptureWork,
  { known, rules }: Listed,
): { readonly paths: readonly GitPath[]; readonly skipped: readonly Skipped[] } {
  if (!exclusion || isFirst || state?.scopes[prefix]?.excluded === exclusion.signature)
    return { paths: [], skipped: [] };
  const { root } = place.worktree;
  const found = new Map<GitPath, GitPath>();
  for (const path of splitNul(shadowGit(io, place, ["ls-files", "-z", "-c"], { index }))) {
    const top = path.startsWith(prefix) && !known.has(path) ? exclusion.find(path) : undefined;
    if (top !== undefined) found.set(path, top);
  }
  for (const path of found.keys()) noteRules(root, rules, path);
  return {
    paths: [...found.keys()],
    skipped: [...new Set(found.values())].map((path) => ({ path, why: EXCLUDED })),
  };
}

/** Every path of the index below a folder. */
export function recordedBelow(
  { io, place, index }: Pick<CaptureWork, "io" | "place" | "index">,
  prefix: GitPath,
): GitPath[] {
  return splitNul(shadowGit(io, place, ["ls-files", "-z", "-c", ...scopeOf(prefix)], { index }));
}

/** The topmost folders in which the index holds nothing, without ignored folders. */
export function foldersWithoutFiles(
  { io, place, index, options: { prefix } }: CaptureWork,
  { excludes }: Pick<Listed, "excludes">,
): GitPath[] {
  const args = listing(excludes, prefix, ["-o", "--directory"]);
  return splitNul(shadowGit(io, place, args, { index })).filter((path) => path.endsWith("/"));
}

/** The topmost ignored files and folders that the index does not hold. */
export function ignoredTops(io: Io, place: Place, index: string, prefix: GitPath): GitPath[] {
  const args = listing(excludeArguments(io, place), prefix, ["-o", "-i", "--directory"]);
  const own = ownFolders(place);
  return splitNul(shadowGit(io, place, args, { index })).filter((path) => !own.includes(path));
}

/** The topmost folders that no rule ignores and of which the index holds no file. */
export function emptyFolders(io: Io, place: Place, index: string, prefix: GitPath): GitPath[] {
  const args = listing(excludeArguments(io, place), prefix, ["-o", "--directory"]);
  const own = ownFolders(place);
  return splitNul(shadowGit(io, place, args, { index })).filter((path) => path.endsWith("/") && !own.includes(path));
}

/** Settings by which git compares every stat of an entry that it can. */
const BY_STATS = [
  "core.trustctime=true",
  "core.checkStat=default",
  "core.fileMode=true",
  "core.symlinks=true",
  "core.fsmonitor=false",
  "core.sparseCheckout=false",
  "core.preloadIndex=false",
].flatMap((setting) => ["-c", setting]);

/** The files of an index that differ from their entries in any stat. */
export function touchedIn(io: Io, place: Place, index: string): GitPath[] | undefined {
  const args = [...BY_STATS, "diff-files", "-z", "--name-only", "--no-renames"];
  const { status, stdout } = tryShadowGit(io, place, args, { index });
  return status === 0 ? splitNul(stdout) : undefined;
}

/** A `.gitignore` that is in force without being recorded. */
function noteRules(root: string, rules: Map<GitPath, string>, path: GitPath): void {
  const text = isIgnoreFile(path) ? (rules.get(path) ?? readIgnoreFile(root, path)) : undefined;
  if (text !== undefined) rules.set(path, text);
}

/** Tracked files that the index does not hold: an existing one that no listing shows is hidden by rules. */
function hiddenTracked(
  { io, place, options: { prefix }, index, source, trackedButIgnored: forced }: CaptureWork,
  others: ReadonlySet<GitPath>,
  excludes: ExcludeArguments,
): GitPath[] {
  const { root } = place.worktree;
  const held = new Set(recordedBelow({ io, place, index }, ""));
  const behindLink = linkFinder(root);
  const missing = [...source.tracked().keys()].filter(
    (path) => path.startsWith(prefix) && !held.has(path) && !behindLink(path),
  );
  const hidden = missing.filter((path) => !others.has(path) && isFile(root, path));
  for (const path of forced.absent) if (path.startsWith(prefix)) forced.absent.delete(path);
  for (const path of askIgnored(
    io,
    place,
    missing.filter((path) => !isFile(root, path)),
    excludes,
  ))
    forced.absent.add(path);
  for (const path of hidden) forced.present.add(path);
  return hidden;
}

function listing(excludes: ExcludeArguments, prefix: GitPath, what: readonly string[]): string[] {
  return [...excludes.settings, "ls-files", "-z", ...what, ...excludes.options, ...scopeOf(prefix)];
}

function scopeOf(prefix: GitPath): string[] {
  return prefix === "" ? [] : ["--", toText(prefix.slice(0, -1))];
}

function sameTexts(one: Readonly<Record<GitPath, string>>, other: ReadonlyMap<GitPath, string>): boolean {
  return Object.keys(one).length === other.size && [...other].every(([path, text]) => one[path] === text);
}

interface ExcludeArguments {
  /** Options before git's own command. */
  readonly settings: readonly string[];
  /** Options of `git ls-files`. */
  readonly options: readonly string[];
  /** The rules of the files outside of the worktree, the stronger last. */
  readonly outside: string;
}

/**
 * Arguments that give the source's ignore rules to git in the shadow repository: the user's excludes file and the
 * source's `info/exclude`, which the shadow would not find by itself. git reads `.gitignore` files from the worktree.
 */
function excludeArguments(io: Io, place: Place): ExcludeArguments {
  const { users, sources, text } = outsideFiles(io, place);
  const options = ["--exclude-standard", `--exclude=${TEMPORARY.prefix}*${TEMPORARY.suffix}`];
  // These options stand behind --exclude-standard: the later list of patterns from files wins, and info/exclude is
  // stronger than the user's file.
  if (sources.text !== undefined) options.push(`--exclude-from=${sources.file}`);
  for (const own of ownFolders(place)) options.push(`--exclude=/${toText(own).replace(/[\\*?[\]!# ]/g, "\\$&")}`);
  return {
    // An unreadable file is not named: git would wait for a pipe.
    settings: users?.text === undefined ? [] : ["-c", `core.excludesFile=${users.file}`],
    options,
    outside: text,
  };
}
