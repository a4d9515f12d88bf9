import { existsSync, rmSync } from "node:fs";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { askIgnored } from "./ask-ignored.ts";
import { checksumOf, fileSignature, readCaptureState, writeCaptureState, type CaptureState } from "./capture-state.ts";
import { coverageText, keepCoverage, parseCoverage } from "./coverage.ts";
import { durable } from "./durable.ts";
import type { Capture, CaptureOptions, Skipped } from "./engine.ts";
import { excludeArguments, type ExcludeArguments } from "./exclude-arguments.ts";
import { comeBack, isFile, noteGone, type ForcedFiles } from "./forced-files.ts";
import { toText, type GitPath } from "./git-path.ts";
import { ignoreFilesAbove, isIgnoreFile, readIgnoreFile } from "./ignore-files.ts";
import { lastTrees } from "./last-trees.ts";
import { linkFinder, listChanges } from "./list-changes.ts";
import type { Place } from "./place.ts";
import { forgetIndex, publishIndex, withPrivateIndex, type IndexStart } from "./private-index.ts";
import { readIndex } from "./read-index.ts";
import { shadowGit, splitNul, tryShadowGit } from "./shadow-git.ts";
import { checkAmount } from "./recording-limits.ts";
import { SEED_INDEX, STORE_CHANGES } from "./store/registry.ts";
import type { Seeded } from "./store/seed-index.ts";
import type { StoredChanges } from "./store/store-changes.ts";
import { sourceIndexOf, type SourceIndex } from "./tracked-by-source.ts";
import { updateIndex } from "./update-index.ts";

/** How long stat data is good enough, in milliseconds. */
const REFRESH = 3_600_000;

/** Up to this many changed files are stored without git, whose processes cost more than the work. */
const FEW = 256;

/**
 * Writes the present files as a tree with git: one process where nothing or little changed, three where much did
 * (list, update the index, write the tree), one or two more where the ignore rules changed.
 */
export async function nativeCapture(io: Io, place: Place, idBytes: 20 | 32, options: CaptureOptions): Promise<Capture> {
  const attempt = () => withPrivateIndex(io, place, (index, start) => capture(io, place, idBytes, options, index, start));
  try {
    return await attempt();
  } catch (error) {
    // The shared index is a cache that a power cut may have damaged, or that names objects which are gone.
    if (!(error instanceof UserError) || error.code !== "gitFailed" || !forgetIndex(place)) throw error;
    return attempt();
  }
}

async function capture(io: Io, place: Place, idBytes: 20 | 32, options: CaptureOptions, index: string, { fromFuture, second }: IndexStart): Promise<Capture> {
  const { prefix, maxFileSize, only } = options;
  const { root } = place.worktree;
  const started = io.now().getTime();
  const checksum = checksumOf(index, idBytes);
  const stored = readCaptureState(place.shadow);
  const state = stored && stored.checksum === checksum && checksum !== "" ? stored : undefined;
  // Files that were touched but not changed are read again each time until their stat data is renewed.
  const stale = options.refresh === true && Math.abs(started - (state?.refreshedAt ?? 0)) > REFRESH;
  const refresh = checksum !== "" && (fromFuture ? "all" : stale);
  if (only && checksum !== "") {
    // The shared index stays: the next capture comes by these files, and holds them against the ignore rules.
    const changes = listChanges(only, [], { root, maxFileSize, isTracked: () => true });
    const failed = updateIndex(io, place, index, { ...changes, refresh: false });
    return { tree: writeTree(io, place, index), skipped: [...changes.skipped, ...failed] };
  }

  const forced: ForcedFiles = { present: new Set(state?.forced), absent: new Set(state?.absent) };
  const scope = state?.scopes[prefix];
  const last = scope && parseCoverage(scope.coverage);
  if (checksum === "") rmSync(index, { force: true }); // cut off, or never there
  const sourceIndex = sourceIndexOf(place, idBytes);
  const seeded = checksum === "" ? (await SEED_INDEX()).default(io, place, idBytes, sourceIndex, index) : undefined;
  // What rules say is read before git reads it: a change in between then shows at the next capture.
  const excludes = excludeArguments(io, place);
  const rules = new Map(Object.entries(ignoreFilesAbove(root, prefix)));
  for (const path of Object.keys(last?.rules ?? {})) if (path.startsWith(prefix)) rules.set(path, readIgnoreFile(root, path) ?? "");

  const known = new Set<GitPath>();
  const others = new Set<GitPath>();
  // No rule hides a `.gitignore` from this listing: one that ignores itself would change unseen.
  const listed = splitNul(shadowGit(io, place, listing(excludes, prefix, ["-t", "-m", "-o", "-d", "--exclude=!.gitignore"]), { index }));
  for (const line of listed) (line.startsWith("?") ? others : known).add(line.slice(2));
  const areSame = () => last?.outside === excludes.outside && sameTexts(last.rules, rules) && ![...known].some(isIgnoreFile);
  const shown = [...others].filter((path) => isIgnoreFile(path) || path.includes(".gitignore/"));
  const areHidden = areSame() && shown.every((path) => last?.rules[path] !== undefined && !last.skipped.includes(path));
  for (const path of rules.keys()) if (path.startsWith(prefix) && !others.has(path)) rules.delete(path);
  for (const path of areHidden ? shown : askIgnored(io, place, shown, excludes)) hide(path);

  const source = fileSignature(sourceIndex.file);
  const sourceChanged = scope?.source !== source;
  const rulesChanged = !areSame() || [...others].some(isIgnoreFile);
  const back = sourceChanged || rulesChanged ? hiddenTracked(seeded, sourceIndex) : comeBack(root, forced, prefix);
  for (const path of back) others.add(path);

  const look = (recorded?: ReadonlySet<GitPath>) => listChanges([...known], [...others], { root, maxFileSize, isTracked: (path) => sourceIndex.tracked().has(path) || recorded?.has(path) === true });
  let changes = look();
  const recorded = recordedLately(io, place, changes.large.filter((path) => !last?.skipped.includes(path)));
  if (recorded.size > 0) changes = look(recorded);
  checkAmount(io, place, changes.newFiles, changes.newBytes);
  const drop = new Set(changes.drop);
  for (const { path } of changes.skipped) if (isIgnoreFile(path)) rules.set(path, readIgnoreFile(root, path) ?? "");
  const mayBeLetGo = rulesChanged || (sourceChanged && forced.present.size > 0);
  const checkRules = mayBeLetGo && (seeded === undefined ? checksum !== "" : seeded.paths.length > 0 && (excludes.outside !== "" || seeded.paths.some(isIgnoreFile) || [...others].some(isIgnoreFile)));
  if (checkRules) {
    // What we know and git now ignores is let go, except what the source tracks: there ignoring has no effect.
    const ignored = splitNul(shadowGit(io, place, listing(excludes, prefix, ["-c", "-i"]), { index }));
    for (const path of forced.present) if (path.startsWith(prefix) && !back.includes(path)) forced.present.delete(path);
    for (const path of ignored) {
      if (sourceIndex.tracked().has(path)) forced.present.add(path);
      else drop.add(path);
    }
    for (const path of drop) if (isIgnoreFile(path)) hide(path);
  }
  noteGone(root, forced, known);

  const update = changes.update.filter((path) => !drop.has(path));
  const skipped: Skipped[] = changes.skipped.filter(({ path }) => !drop.has(path) || !checkRules);
  if (update.length === 0 && drop.size === 0 && state && !refresh) {
    const now: CaptureState = { ...state, ...lists(), scopes: { ...state.scopes, [prefix]: scopeNow(skipped) } };
    if (JSON.stringify(now) !== JSON.stringify(state)) writeCaptureState(place.shadow, now, io.pid);
    return { tree: state.tree, skipped, coverage: now.scopes[prefix]!.coverageId };
  }
  const asSeeded = update.length === 0 && drop.size === 0 && known.size === 0 ? seeded?.stored?.(second) : undefined;
  const few = asSeeded ?? (isSimple() ? await storeFew() : undefined);
  const failed = few ? [] : updateIndex(io, place, index, { drop: [...drop], update, refresh });
  const tree = few?.tree ?? writeTree(io, place, index);
  const left = [...skipped, ...failed];
  const now = scopeNow(left);
  const written = few?.checksum ?? checksumOf(index, idBytes);
  if (written !== "") {
    const refreshedAt = refresh || checksum === "" ? started : (state?.refreshedAt ?? 0);
    writeCaptureState(place.shadow, { checksum: written, tree, refreshedAt, ...(few && { places: few.places }), ...lists(), scopes: { ...state?.scopes, [prefix]: now } }, io.pid);
    publishIndex(place, few?.index ?? index);
  }
  const result = { tree, skipped: left, coverage: now.coverageId };
  if (!state || refresh) return result;
  const without = new Set([...failed.map(({ path }) => path), ...changes.gone]);
  const present = update.filter((path) => !without.has(path));
  return { ...result, since: { tree: state.tree, added: present.filter((path) => !known.has(path)), deleted: [...drop, ...changes.gone.filter((path) => !drop.has(path))], edited: present.filter((path) => known.has(path)) } };

  /**
   * Whether the rest of the index is as the listing just found it, and can be vouched for without git. Where another
   * system is less strict about names and modes than Linux, git knows better.
   */
  function isSimple(): boolean {
    const settled = new Set([...update, ...drop]);
    return io.platform === "linux" && prefix === "" && !refresh && settled.size <= FEW && [...known].every((path) => settled.has(path)) && existsSync(index);
  }

  async function storeFew(): Promise<StoredChanges | undefined> {
    const { default: storeChanges } = await STORE_CHANGES();
    const gone = new Set([...drop, ...changes.gone]);
    return storeChanges(io, place, idBytes, { index, gone: [...gone], present: update.filter((path) => !gone.has(path)), places: state?.places, began: second });
  }

  /** A `.gitignore` that is in force without being recorded; and what lies in a folder of that name. */
  function hide(path: GitPath): void {
    others.delete(path);
    const text = isIgnoreFile(path) ? (rules.get(path) ?? readIgnoreFile(root, path)) : undefined;
    if (text !== undefined) rules.set(path, text);
  }

  /** Tracked files that the index does not hold: those that are there and in no listing are hidden by rules. */
  function hiddenTracked(begun: Seeded | undefined, tracked: SourceIndex): GitPath[] {
    if (begun?.isAll) return [];
    const held = begun ? new Set(begun.paths) : pathsIn(index, idBytes);
    const behindLink = linkFinder(root);
    const missing = [...tracked.tracked().keys()].filter((path) => path.startsWith(prefix) && !held.has(path) && !behindLink(path));
    const hidden = missing.filter((path) => !others.has(path) && isFile(root, path));
    for (const path of forced.absent) if (path.startsWith(prefix)) forced.absent.delete(path);
    for (const path of askIgnored(io, place, missing.filter((path) => !isFile(root, path)), excludes)) forced.absent.add(path);
    for (const path of hidden) forced.present.add(path);
    return hidden;
  }

  function scopeNow(left: readonly Skipped[]): CaptureState["scopes"][string] {
    const covered = [...forced.present, ...forced.absent].filter((path) => path.startsWith(prefix));
    const coverage = coverageText({ outside: excludes.outside, rules: Object.fromEntries(rules), forced: covered, skipped: left.map(({ path }) => path) });
    return { coverage, coverageId: keepCoverage(place.shadow, coverage, scope && { text: scope.coverage, id: scope.coverageId }, io.pid), source };
  }

  function lists(): Pick<CaptureState, "forced" | "absent"> {
    return { forced: [...forced.present], absent: [...forced.absent] };
  }
}

/** Which of some paths the last states hold. */
function recordedLately(io: Io, place: Place, paths: readonly GitPath[]): ReadonlySet<GitPath> {
  if (paths.length === 0) return new Set();
  const wanted = new Set(paths);
  // The paths are not named to git, which finds no room for many. A tree that is lost holds nothing.
  const held = lastTrees(place.shadow).flatMap((tree) => splitNul(tryShadowGit(io, place, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", tree]).stdout));
  return new Set(held.filter((path) => wanted.has(path)));
}

function writeTree(io: Io, place: Place, index: string): string {
  return shadowGit(io, place, [...durable(io, place), "write-tree"], { index }).toString("latin1").trim();
}

function listing(excludes: ExcludeArguments, prefix: GitPath, what: readonly string[]): string[] {
  const scope = prefix === "" ? [] : ["--", toText(prefix.slice(0, -1))];
  return [...excludes.settings, "ls-files", "-z", ...what, ...excludes.options, ...scope];
}

function pathsIn(index: string, idBytes: 20 | 32): Set<GitPath> {
  return new Set(readIndex(index, idBytes)?.paths);
}

function sameTexts(one: Readonly<Record<GitPath, string>>, other: ReadonlyMap<GitPath, string>): boolean {
  return Object.keys(one).length === other.size && [...other].every(([path, text]) => one[path] === text);
}
