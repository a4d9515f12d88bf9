import { gitVerb } from "./programs/git-verbs.ts";
import { parseGit } from "./parse-git.ts";

/** Matches options with which git prints only names and numbers. */
const TELLS_OF =
  /^(?:--(?:stat|shortstat|numstat|dirstat|summary|name-only|name-status|quiet|check|raw|no-patch)|-[ste])\b/;
/** Options of a search with which git prints only names and numbers; `-e` and `-s` mean something else. */
const TELLS_OF_SEARCH = /^-[A-Za-z]*[qclL]$|^--(?:count|quiet|name-only|files)/;

/** An option whose value is a file or folder that git writes. */
const OUTPUT = /^(?:-o|--output(?:-directory)?)(?:$|=)/;

/**
 * The arguments of a git command that may name a file or folder that it changes. Pathspecs, patterns and commits of a
 * known verb are left out: what these change lies in the worktree in which git runs.
 */
export function placesOfGit(words: readonly string[]): readonly string[] {
  const { verb, own } = parseGit(words);
  const row = gitVerb(verb);
  if (row === undefined || row.reachesOut) return words;
  const before = words.slice(0, words.length - own.length);
  return [...before, ...own.filter((word, at) => OUTPUT.test(word) || OUTPUT.test(own[at - 1] ?? ""))];
}

/** The files whose content a git command prints, from the worktree or from any commit. */
export function filesOfGit(words: readonly string[]): string[] {
  const { verb, own } = parseGit(words);
  const shows = gitVerb(verb)?.shows;
  const isShown = shows === "files" || (shows && own.some((word) => /^-(?:p|u|U\d*|-patch|L.*)$/.test(word)));
  const tellsOf = verb === "grep" ? TELLS_OF_SEARCH : TELLS_OF;
  if (!isShown || own.some((word) => tellsOf.test(word))) return [];
  const isGiven = own.some((word) => /^-[A-Za-z]*e$|^--regexp/.test(word));
  const operands = own.filter((word) => !word.startsWith("-") || word.startsWith("-L"));
  // A commit, an index stage or lines before a path (`HEAD:file`, `:0:file`, `-L1,5:file`) are cut off. `:!path`
  // excludes a path, so it is dropped.
  return operands
    .slice(verb === "grep" && !isGiven ? 1 : 0)
    .filter((word) => !/^:(?:[!^]|\(exclude)/.test(word))
    .map((word) => word.slice(word.lastIndexOf(":") + 1));
}
