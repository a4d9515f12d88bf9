import { lstatSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { checksumOf, fileSignature, readCaptureState, writeCaptureState, type CaptureState, type ScopeState } from "./capture-state.ts";
import type { Capture, CaptureOptions, Skipped } from "./engine.ts";
import { excludeArguments, type ExcludeArguments } from "./exclude-arguments.ts";
import { foldersOf, onDisk, toText, type GitPath } from "./git-path.ts";
import { listChanges } from "./list-changes.ts";
import type { Place } from "./place.ts";
import { forgetIndex, publishIndex, withPrivateIndex } from "./private-index.ts";
import { readIndex } from "./read-index.ts";
import { shadowGit, splitNul } from "./shadow-git.ts";
import { checkAmount } from "./recording-limits.ts";
import { seedIndex } from "./seed-index.ts";
import { sourceIndexOf, type SourceIndex } from "./tracked-by-source.ts";
import { updateIndex, type IndexUpdate } from "./update-index.ts";

/** Clocks of file systems tick coarsely and need not agree with ours: a rule file this close to a check is not trusted. */
const SLACK = 10_000;

/** How long stat data is good enough, in milliseconds. */
const REFRESH = 3_600_000;

/**
 * Writes the present files as a tree with git: one process where nothing changed, three where something did
 * (list, update the index, write the tree), a fourth where the ignore rules changed.
 */
export function nativeCapture(io: Io, place: Place, idBytes: 20 | 32, options: CaptureOptions): Capture {
  const attempt = () => withPrivateIndex(io, place, (index) => capture(io, place, idBytes, options, index));
  try {
    return attempt();
  } catch (error) {
    // The shared index is a cache that a power cut may have damaged, or that names objects which are gone.
    if (!(error instanceof UserError) || error.code !== "gitFailed" || !forgetIndex(place)) throw error;
    return attempt();
  }
}

function capture(io: Io, place: Place, idBytes: 20 | 32, options: CaptureOptions, index: string): Capture {
  const { prefix, maxFileSize } = options;
  const started = io.now().getTime();
  const checksum = checksumOf(index, idBytes);
  const stored = readCaptureState(place.shadow);
  const state = stored && stored.checksum === checksum && checksum !== "" ? stored : undefined;
  // Files that were touched but not changed are read again each time until their stat data is renewed.
  const refresh = options.refresh === true && checksum !== "" && Math.abs(started - (state?.refreshedAt ?? 0)) > REFRESH;
  if (options.only && checksum !== "") {
    const changes = listChanges(options.only, [], { root: place.worktree.root, maxFileSize, isTracked: () => true });
    return write(changes, changes.skipped, state?.scopes);
  }
  const scope = state?.scopes[prefix];
  if (checksum === "") rmSync(index, { force: true }); // cut off, or never there
  const sourceIndex = sourceIndexOf(place, idBytes);
  const seeded = checksum === "" ? seedIndex(io, place, idBytes, sourceIndex, index) : undefined;
  const excludes = excludeArguments(io, place);
  const rules = `${excludes.signature}|${rulesAbove(place, prefix)}`;

  const known = new Set<GitPath>();
  const others = new Set<GitPath>();
  const listed = splitNul(shadowGit(io, place, listing(excludes, prefix, ["-t", "-m", "-o", "-d"]), { index }));
  for (const line of listed) (line.startsWith("?") ? others : known).add(line.slice(2));

  const source = fileSignature(sourceIndex.file);
  const sourceChanged = source !== "" && scope?.source !== source;
  if (sourceChanged) for (const path of unseen(place, sourceIndex, seeded ?? pathsIn(index, idBytes), prefix)) others.add(path);

  const changes = listChanges([...known], [...others], { root: place.worktree.root, maxFileSize, isTracked: (path) => sourceIndex.tracked().has(path) });
  checkAmount(io, place, changes.newFiles, changes.newBytes);
  const drop = new Set(changes.drop);
  let forced = scope?.forced ?? 0;
  const checkRules = checksum !== "" && (scope?.rules !== rules || (sourceChanged && forced > 0) || rulesMayDiffer(place, scope, started, known, others));
  if (checkRules) {
    // What we know and git now ignores is let go, except what the source tracks: there ignoring has no effect.
    const ignored = splitNul(shadowGit(io, place, listing(excludes, prefix, ["-c", "-i"]), { index }));
    const letGo = ignored.filter((path) => !sourceIndex.tracked().has(path));
    for (const path of letGo) drop.add(path);
    forced = ignored.length - letGo.length;
  } else if (sourceChanged) forced = Math.max(forced, 1); // it may have brought ignored files; look at the next chance

  const scopeNow: ScopeState = { rules, rulesAt: checkRules || !scope ? started : scope.rulesAt, source, forced };
  const update = changes.update.filter((path) => !drop.has(path));
  const skipped: Skipped[] = changes.skipped.filter(({ path }) => !drop.has(path) || !checkRules);
  if (update.length === 0 && drop.size === 0 && state && !refresh) {
    if (!same(scope, scopeNow)) writeCaptureState(place.shadow, { ...state, scopes: { ...state.scopes, [prefix]: scopeNow } }, io.pid);
    return { tree: state.tree, skipped };
  }
  return write({ drop: [...drop], update }, skipped, { ...state?.scopes, [prefix]: scopeNow });

  function write(changes: Pick<IndexUpdate, "drop" | "update">, skippedSoFar: readonly Skipped[], scopes: CaptureState["scopes"] = {}): Capture {
    const failed = updateIndex(io, place, index, { ...changes, refresh });
    const tree = shadowGit(io, place, ["write-tree"], { index }).toString("latin1").trim();
    const written = checksumOf(index, idBytes);
    if (written !== "") {
      writeCaptureState(place.shadow, { checksum: written, tree, refreshedAt: refresh || checksum === "" ? started : (state?.refreshedAt ?? 0), scopes }, io.pid);
      publishIndex(place, index);
    }
    return { tree, skipped: [...skippedSoFar, ...failed] };
  }
}

function listing(excludes: ExcludeArguments, prefix: GitPath, what: readonly string[]): string[] {
  const scope = prefix === "" ? [] : ["--", toText(prefix.slice(0, -1))];
  return [...excludes.settings, "ls-files", "-z", ...what, ...excludes.options, ...scope];
}

/** Tracked files that are there but neither known nor listed: those that the ignore rules hide. */
function unseen(place: Place, source: SourceIndex, known: ReadonlySet<GitPath>, prefix: GitPath): GitPath[] {
  const found: GitPath[] = [];
  for (const path of source.tracked().keys()) if (path.startsWith(prefix) && !known.has(path) && exists(place, path)) found.push(path);
  return found;
}

function pathsIn(index: string, idBytes: 20 | 32): Set<GitPath> {
  return new Set(readIndex(index, idBytes)?.entries.map((entry) => entry.path));
}

function exists(place: Place, path: GitPath): boolean {
  try {
    return !lstatSync(onDisk(place.worktree.root, path)).isDirectory();
  } catch {
    return false;
  }
}

/** The `.gitignore` files above a sub-directory, which a listing of the sub-directory does not show. */
function rulesAbove(place: Place, prefix: GitPath): string {
  if (prefix === "") return "";
  return [...foldersOf(prefix.slice(0, -1)), ""].map((folder) => fileSignature(join(place.worktree.root, toText(folder), ".gitignore"))).join("|");
}

/**
 * Whether a `.gitignore` changed since the known files were last held against the rules: one is listed, or one above a
 * changed file is newer. The second is for a `.gitignore` that ignores itself, which no listing ever shows.
 */
function rulesMayDiffer(place: Place, scope: ScopeState | undefined, now: number, known: ReadonlySet<GitPath>, others: ReadonlySet<GitPath>): boolean {
  if (!scope || now < scope.rulesAt) return true;
  const isRuleFile = (path: GitPath) => path === ".gitignore" || path.endsWith("/.gitignore");
  if ([...known].some(isRuleFile) || [...others].some(isRuleFile)) return true;
  const folders = new Set<GitPath>([""]);
  for (const path of known) for (const folder of foldersOf(path)) folders.add(folder);
  return known.size > 0 && [...folders].some((folder) => changedSince(onDisk(place.worktree.root, `${folder}.gitignore`), scope.rulesAt - SLACK));
}

function changedSince(file: Buffer, time: number): boolean {
  try {
    return statSync(file).ctimeMs >= time;
  } catch {
    return false;
  }
}

function same(one: ScopeState | undefined, other: ScopeState): boolean {
  return one !== undefined && one.rules === other.rules && one.rulesAt === other.rulesAt && one.source === other.source && one.forced === other.forced;
}
