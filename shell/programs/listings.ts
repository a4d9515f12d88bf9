import type { Program } from "../program.ts";
import { someBelow, SOME } from "../found-by.ts";
import { hasOption, operandsOf, parseOptions } from "../parse-options.ts";
import { parseGit } from "../parse-git.ts";

/** Options of searches that take a value and name no file. */
const OF_SEARCH =
  "ABCmdtTjEefg --max-count --max-depth --type --type-not --color --sort --regexp --file --glob --iglob";
/** Options by which a search takes only files of these names. */
const CHOSEN = "g --include --glob --iglob";
/** Options by which a search prints the names of files in the place of lines. */
const NAMES_ONLY = /^-[A-Za-z]*[lL]|^--(?:files-with(?:out)?-match(?:es)?|name-only|files)$/;
const DEEP = /^-[A-Za-z]*[rR]|^--(?:dereference-)?recursive/;
const OF_FD = "eEtdSjco --extension --exclude --type --max-depth --min-depth --size --color --owner --base-directory";

/** Programs that print names of files, so that a later command takes these for its arguments. */
export const LISTINGS: readonly Program[] = [
  { names: "git", lists: namedByGit },
  {
    names: "grep egrep fgrep zgrep",
    lists: (own) =>
      foundByText(
        own,
        own.some((word) => DEEP.test(word)),
      ),
  },
  { names: "rg ag ack", lists: (own) => foundByText(own, true) },
  { names: "fd fdfind", lists: namedByFd },
  { names: "tree", lists: (own) => (hasOption(own, "f") ? somewhereIn(operandsOf(own, "LPIo")) : undefined) },
  { names: "du", lists: (own) => somewhereIn(operandsOf(own, "dtBX --max-depth --threshold --exclude")) },
  { names: "wc file stat", lists: (own) => namedOnLines(operandsOf(own, "cfFe --format --printf")) },
  {
    names: "md5sum sha1sum sha256sum sha512sum shasum cksum md5 b2sum",
    lists: (own) => namedOnLines(operandsOf(own, "a")),
  },
  { names: "locate plocate mlocate mdfind", lists: () => [`/${SOME}`] },
];

/** Some files in folders; of a pattern, some of the files that it matches. No words stand for the present folder. */
function somewhereIn(words: readonly string[]): readonly string[] {
  return (words.length > 0 ? words : ["."]).map(someBelow);
}

/** The names that a program prints beside other facts: all of its arguments, of which a later command selects some. */
function namedOnLines(words: readonly string[]): readonly string[] | undefined {
  return words.length > 0 ? words.map(someBelow) : undefined;
}

/** The files that a search for a text names, if it prints names; else `undefined`. */
function foundByText(own: readonly string[], isDeep: boolean): readonly string[] | undefined {
  if (!own.some((word) => NAMES_ONLY.test(word))) return undefined;
  const { operands, valuesOf } = parseOptions(own, `${OF_SEARCH} ${CHOSEN}`);
  const isGiven = own.includes("--files") || valuesOf("ef --regexp --file").length > 0;
  const roots = isGiven ? operands : operands.slice(1);
  if (roots.length === 0 && !isDeep) return undefined;
  const names = valuesOf(CHOSEN).filter((name) => !name.startsWith("!"));
  const folders = roots.length > 0 ? roots : ["."];
  if (!isDeep || names.length === 0) return folders.map(someBelow);
  return folders.flatMap((folder) => names.map((name) => `${folder}/**/${name.replace(/^.*\//s, "")}`));
}

function namedByFd(own: readonly string[]): readonly string[] {
  const { operands, valuesOf } = parseOptions(own, OF_FD);
  const endings = valuesOf("e --extension");
  // A word with a slash is no pattern of a name: `fd -e txt docs/`.
  const isFolder = operands.length === 1 && /[\\/]/.test(operands[0]!);
  const folders = isFolder ? operands : operands.slice(1);
  const roots = folders.length > 0 ? folders : ["."];
  if (endings.length === 0) return roots.map(someBelow);
  return roots.flatMap((folder) => endings.map((ending) => `${folder}/**/*.${ending}`));
}

const LISTS_CHANGES = /^(?:diff|diff-tree|diff-index|diff-files|show|log|whatchanged|stash)$/;
const BRIEF = /^(?:--name-(?:only|status)|--stat|--numstat|--raw|--summary)(?:=|$)/;

const OF_LS_FILES = "xX --exclude --exclude-from --exclude-per-directory --format";

/** The files that git names: `*?` for all files, ignored ones among these; `{}` for files that checkpoints hold. */
function namedByGit(words: readonly string[]): readonly string[] | undefined {
  const { verb, own } = parseGit(words);
  const some = [`./${SOME}`];
  const all = ["./**/*?"];
  switch (verb) {
    case "ls-files": {
      const has = (letter: string, name: string) => hasOption(own, letter, name);
      const isAll = has("o", "--others") && (has("i", "--ignored") || !own.includes("--exclude-standard"));
      if (!isAll) return some;
      const named = operandsOf(own, OF_LS_FILES);
      return named.length === 0 || named.some((word) => /[*?[:]/.test(word)) ? all : named;
    }
    case "status": {
      const isPlain = own.some((word) => /^-\w*[sz]|^--(?:porcelain|short)/.test(word));
      if (own.some((word) => word.startsWith("--ignored"))) return all;
      return isPlain ? some : undefined;
    }
    case "clean":
      return hasOption(own, "xX") ? all : some;
    case "grep":
      return own.some((word) => NAMES_ONLY.test(word)) ? some : undefined;
    case "ls-tree":
      return some;
    case "check-ignore":
      return own.includes("--stdin") ? all : operandsOf(own);
    default:
      return LISTS_CHANGES.test(verb) && own.some((word) => BRIEF.test(word)) ? some : undefined;
  }
}
