import { TAKES_NEXT } from "../shell/git-options.ts";

/** Verbs that show what stands in files. */
const SHOWS = /^(?:show|diff|difftool|cat-file|blame|annotate|grep|archive)$/;
/** Of these nothing but names and numbers comes. */
const TELLS_OF =
  /^(?:--(?:stat|shortstat|numstat|dirstat|summary|name-only|name-status|quiet|check|raw|no-patch)|-[ste])\b/;

/** The files whose content a command of git shows, of whatever commit. */
export function filesOfGit(words: readonly string[]): string[] {
  const at = words.findIndex((word, index) => !word.startsWith("-") && !TAKES_NEXT.test(words[index - 1] ?? ""));
  const [verb = "", ...own] = at === -1 ? [] : words.slice(at);
  const isLog =
    /^(?:log|stash|whatchanged|reflog)$/.test(verb) && own.some((word) => /^-(?:p|u|U\d*|-patch|L.*)$/.test(word));
  if ((!SHOWS.test(verb) && !isLog) || own.some((word) => TELLS_OF.test(word))) return [];
  if (verb === "grep" && own.some((word) => /^-[A-Za-z]*[qclL]$|^--(?:count|quiet|name-only|files)/.test(word)))
    return [];
  const isGiven = own.some((word) => /^-[A-Za-z]*e$|^--regexp/.test(word));
  const operands = own.filter((word) => !word.startsWith("-") || word.startsWith("-L"));
  // `HEAD:file`, `:0:file`, `-L1,5:file`; what `:!` names is left out.
  return operands
    .slice(verb === "grep" && !isGiven ? 1 : 0)
    .filter((word) => !/^:(?:[!^]|\(exclude)/.test(word))
    .map((word) => word.slice(word.lastIndexOf(":") + 1));
}
