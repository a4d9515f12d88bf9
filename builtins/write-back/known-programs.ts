import { oneOf } from "../../kit/word-pattern.ts";
import { effectOfRequest, type Effect } from "./known-requests.ts";

const SEARCH = new Set([
  "find",
  "fd",
  "fdfind",
  "grep",
  "egrep",
  "fgrep",
  "zgrep",
  "rg",
  "ag",
  "ack",
  "findstr",
  "Select-String",
  "ls",
  "test",
  "[",
  "[[",
  "diff",
  "cmp",
  "comm",
  "wc",
  "stat",
  "file",
  "du",
  "df",
  "which",
  "type",
  "whereis",
  "cd",
  "pushd",
  "popd",
  "true",
  "false",
  ":",
  "sleep",
  "exit",
  "return",
  "unset",
  "pgrep",
  "man",
  "tree",
  "help",
  "wait",
  "shift",
  "local",
  "readonly",
  "for",
  "select",
  "case",
  "in",
  "read",
  "break",
  "continue",
  "ping",
  "dig",
  "nslookup",
  "host",
  "whois",
]);

const PRINT = new Set([
  "sort",
  "iconv",
  "shuf",
  "yq",
  "echo",
  "printf",
  "cat",
  "bat",
  "batcat",
  "head",
  "tail",
  "less",
  "more",
  "tac",
  "nl",
  "rev",
  "fold",
  "column",
  "paste",
  "cut",
  "tr",
  "jq",
  "gron",
  "base64",
  "base32",
  "od",
  "hexdump",
  "strings",
  "seq",
  "expr",
  "date",
  "basename",
  "dirname",
  "realpath",
  "readlink",
  "md5sum",
  "sha1sum",
  "sha256sum",
  "sha512sum",
  "shasum",
  "md5",
  "cksum",
  "fmt",
  "pr",
  "envsubst",
  "yes",
  "Write-Output",
  "Write-Host",
  "Get-Content",
  "figlet",
]);

/** Options of these programs that make them write what they read, run another program or set something. */
const WRITES: ReadonlyMap<string, RegExp> = new Map([
  ["find", /^-(?:delete|fprint|fls|exec|ok)/],
  ["fd", /^(?:-[xX]|--exec)/],
  ["fdfind", /^(?:-[xX]|--exec)/],
  ...["sort", "iconv", "shuf", "tree", "base64"].map((name): [string, RegExp] => [name, /^-\w*o|^--output/]),
  ["yq", /^-\w*i|^--(?:inplace|in-place)/],
  ["less", /^-\w*[oO]|^--log-file/i],
  ["rg", /^--(?:pre|hostname-bin)(?:=|$)/],
  ["ag", /^--pager/],
  ["ack", /^--pager/],
  ["bat", /^--pager/],
  ["batcat", /^--pager/],
  ["man", /^-\w*[PH]|^--(?:pager|html)/],
  ["date", /^-\w*s|^--set/],
]);

const GIT_SEARCH = oneOf(`
  grep log show diff blame status rev-parse ls-files ls-tree cat-file describe shortlog reflog rev-list merge-base
  name-rev for-each-ref show-ref check-ignore check-attr version help whatchanged range-diff
`);
const GIT_SEND = /^(?:ls-remote|clone|fetch|pull|push)$/;
const GIT_RECORD = /^(?:commit|tag|notes|stash|branch)$/;

/**
 * What is known of a program to do with its words and its input; `undefined` where it may write or set something. A
 * program that is not known may do anything.
 */
export function effectOf(
  [name = "", ...rest]: readonly string[],
  isHeld: (text: string) => boolean,
  isFed: boolean,
): Effect | undefined {
  if (rest.some((word) => WRITES.get(name)?.test(word))) return undefined;
  if (SEARCH.has(name)) return { kind: "search" };
  if (PRINT.has(name)) return { kind: "print" };
  const operands = rest.filter((word) => word === "-" || !word.startsWith("-"));
  switch (name) {
    case "uniq":
    case "xxd":
      return operands.length > 1 ? undefined : { kind: "print" };
    case "sed":
    case "gsed":
      return rest.some((word) => /^-\w*i|^--in-place/.test(word)) || operands.some(editsFiles)
        ? undefined
        : { kind: "print" };
    case "awk":
    case "gawk":
    case "mawk":
      return rest.some((word) => /^-\w*i|^--in/.test(word) || /[>|]|system|getline/.test(word))
        ? undefined
        : { kind: "print" };
    case "git":
      return ofGit(rest, isHeld);
    case "gh":
    case "glab":
      return /^(?:issue|pr|mr)$/.test(operands[0] ?? "") &&
        /^(?:create|comment|note|review|list|view|status|diff|checks)$/.test(operands[1] ?? "")
        ? { kind: "record" }
        : undefined;
    default:
      return effectOfRequest(name, rest, isHeld, isFed);
  }
}

/** The commands `w` and `e` of sed, and both as flags of `s`. */
function editsFiles(script: string): boolean {
  return /(?:^|[;{}\s])[wWe] \S|[^\w\s][gpiIm0-9]*(?:[wW] \S|[wW][\w.~][^\s/]*$|e\s*$)/m.test(script);
}

function ofGit(rest: readonly string[], isHeld: (text: string) => boolean): Effect | undefined {
  let at = 0;
  while (rest[at]?.startsWith("-")) at += /^-[Cc]$/.test(rest[at]!) ? 2 : 1;
  const verb = rest[at] ?? "";
  const own = rest.slice(at + 1);
  // Some settings name programs that git runs.
  if (!GIT_SEND.test(verb) && rest.slice(0, at).some(isHeld)) return undefined;
  // `grep -O` and its kin start a program with what was found.
  if (own.some((word) => /^(?:-o|--output|--open-files-in-pager)\b|^-O/.test(word))) return undefined;
  if (GIT_SEARCH.test(verb)) return { kind: "search" };
  if (GIT_RECORD.test(verb)) return { kind: "record" };
  // What `clone -c` is given stands in the new repository's settings.
  return GIT_SEND.test(verb) && !own.some((word) => /^(?:-c|--config)\b/.test(word)) ? { kind: "send" } : undefined;
}
