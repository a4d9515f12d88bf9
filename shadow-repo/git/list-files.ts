import type { Io } from "../../kit/io.ts";
import { toText, type GitPath } from "../git-path.ts";
import { ownFolders, TEMPORARY, type Place } from "../place.ts";
import { outsideFiles } from "../source/ignore-files.ts";
import type { CaptureWork } from "./capture-work.ts";
import { shadowGit, splitNul, tryShadowGit } from "./shadow-git.ts";

/** The ignore rules from outside the worktree, as arguments of git. */
export interface ExcludeArguments {
  /** Options that stand before the git command. */
  readonly settings: readonly string[];
  /** Options of `git ls-files`. */
  readonly options: readonly string[];
  /** The rules of the files outside of the worktree; later rules overrule earlier ones. */
  readonly outside: string;
}

/**
 * Arguments that give the source's ignore rules to git in the shadow repository: the user's excludes file and the
 * source's `info/exclude`, which git does not find from the shadow repository. git reads `.gitignore` files from the
 * worktree.
 */
export function excludeArguments(io: Io, place: Place): ExcludeArguments {
  const { users, sources, text } = outsideFiles(io, place);
  const options = ["--exclude-standard", `--exclude=${TEMPORARY.prefix}*${TEMPORARY.suffix}`];
  // These options stand after --exclude-standard, since later files overrule earlier ones, and info/exclude must
  // overrule the user's file.
  if (sources.text !== undefined) options.push(`--exclude-from=${sources.file}`);
  for (const own of ownFolders(place)) options.push(`--exclude=/${toText(own).replace(/[\\*?[\]!# ]/g, "\\$&")}`);
  return {
    // A file that could not be read is left out: it may be a pipe, for which git would wait.
    settings: users?.text === undefined ? [] : ["-c", `core.excludesFile=${users.file}`],
    options,
    outside: text,
  };
}

/**
 * The arguments of a `git ls-files` under the ignore rules of the source.
 * @param what options that say which files are listed
 */
export function listing(excludes: ExcludeArguments, prefix: GitPath, what: readonly string[]): string[] {
  return [...excludes.settings, "ls-files", "-z", ...what, ...excludes.options, ...scopeOf(prefix)];
}

function scopeOf(prefix: GitPath): string[] {
  return prefix === "" ? [] : ["--", toText(prefix.slice(0, -1))];
}

/** Every path of the index below a folder at the beginning of a capture. */
export function recordedBelow(
  { io, place, index, isFirst }: Pick<CaptureWork, "io" | "place" | "index" | "isFirst">,
  prefix: GitPath,
): GitPath[] {
  if (isFirst) return [];
  return splitNul(shadowGit(io, place, ["ls-files", "-z", "-c", ...scopeOf(prefix)], { index }));
}

/** The topmost ignored files and folders that the index does not hold, without snapveil's own folders. */
export function ignoredTops(io: Io, place: Place, index: string, prefix: GitPath): GitPath[] {
  const args = listing(excludeArguments(io, place), prefix, ["-o", "-i", "--directory"]);
  const own = ownFolders(place);
  return splitNul(shadowGit(io, place, args, { index })).filter((path) => !own.includes(path));
}

/** The topmost folders that no rule ignores and of whose files the index holds none, without snapveil's own folders. */
export function emptyFolders(
  io: Io,
  place: Place,
  index: string,
  prefix: GitPath,
  excludes = excludeArguments(io, place),
): GitPath[] {
  const args = listing(excludes, prefix, ["-o", "--directory"]);
  return splitNul(shadowGit(io, place, args, { index })).filter((path) => path.endsWith("/"));
}

/** Settings that make git compare all stats of an entry. */
const BY_STATS = [
  "core.trustctime=true",
  "core.checkStat=default",
  "core.fileMode=true",
  "core.symlinks=true",
  "core.fsmonitor=false",
  "core.sparseCheckout=false",
  "core.preloadIndex=false",
].flatMap((setting) => ["-c", setting]);

/** The files of an index whose stats differ from those in their entries; `undefined` if git fails. */
export function touchedIn(io: Io, place: Place, index: string): GitPath[] | undefined {
  const args = [...BY_STATS, "diff-files", "-z", "--name-only", "--no-renames"];
  const { status, stdout } = tryShadowGit(io, place, args, { index });
  return status === 0 ? splitNul(stdout) : undefined;
}
