import { oneOf } from "../../kit/word-pattern.ts";
import { programKind } from "../../shell/program-kind.ts";
import { readGit } from "../../shell/read-git.ts";
import { hasOption, operandsOf } from "../../shell/read-options.ts";
import { quotesIn } from "../../shell/scripts-in-code.ts";
import { isShell } from "../../shell/unwrap-command.ts";

/** What a command shows, sends or copies. */
export interface Reading {
  readonly files: readonly string[];
  /** Folders that are searched through. */
  readonly folders?: readonly string[];
  /** Nothing is told where this is a file of secrets, too: a copy of one under such a name. */
  readonly unless?: string;
}

const NOTHING: Reading = { files: [] };
const COPIERS = /^(?:cp|mv|ln|install|scp|rsync|copy-item|move-item|copy|move)$/i;
/** Options with a value: a key that `scp` is given to log in with is not sent. */
const OPTIONS_OF_COPY: Readonly<Record<string, string>> = {
  rsync: "ef --exclude --include --filter --rsh",
  scp: "cDFiJloPSX",
};
const PACKERS = /^(?:zip|7z|7za|rar|jar)$/;
/** Beside those that `programKind` knows. */
const SHOWERS = oneOf(String.raw`
  vi n?vim [gn]?vimdiff ex ed view nano emacs diff cmp comm join look expand sdiff gzip bzip2 xz zstd split csplit zcat
  zless m4 source \.
`);
const CLOUDS = /^(?:aws|gsutil|gcloud|az|rclone|docker|podman|kubectl|oc)$/;
const SENDS_COPY = /^(?:cp|copy|copyto|mv|move|sync|rsync|upload)$/;
/** Of searches and editors of lines: what they look for stands in an option. */
const GIVEN = /^-[A-Za-z]*[ef]$|^--(?:regexp|expression|file)$/;
const GIVEN_JOINED = /^-e.|^--(?:regexp|expression|file)=/;
/** Nothing but names, numbers or an exit code comes of it. */
const COUNTS = /^-[A-Za-z]*[qclL]|^--(?:count|quiet|silent|files(?:-with(?:out)?-match(?:es)?)?)$/;
const DEEP = /^-[A-Za-z]*[rRu]|^--(?:hidden|no-ignore|unrestricted|(?:dereference-)?recursive)/;
const CHOSEN = /^--(?:include|i?glob)=(.+)$/;
const CHOSEN_NEXT = /^(?:-g|--include|--i?glob)$/;
const CHOOSES = /^--(?:ex|in)clude|^--(?:i?glob|type)\b|^-[gt]/;

/** The files whose content a program shows, sends or copies, by its words. */
export function filesRead(name: string, own: readonly string[]): Reading {
  const kind = programKind(name);
  const operands = operandsOf(own);
  if (name === "git") return { files: filesOfGit(own) };
  if (/^g?sed$/.test(name) && own.some((word) => /^-[A-Za-z]*i|^--in-place/.test(word))) return NOTHING;
  if (kind === "search") return ofSearch(name, own);
  if (/^(?:g?sed|[gm]?awk)$/.test(name)) return { files: behindPattern(own) };
  if (kind === "select") return { files: filesSelected(name, own) };
  if (kind === "send") return { files: filesSent(own) };
  if (kind === "query")
    return { files: [...operands, ...own.flatMap((word) => [...quotesIn(word)].map(({ text }) => text))] };
  if (isShell(name) || name === "make") return { files: filesRun(name, own) };
  if (name === "unzip" && hasOption(own, "pc")) return { files: operands.slice(1) };
  if (name === "gh" || name === "glab")
    return /^(?:gist|snippet|release)$/.test(own[0] ?? "") ? { files: operands.slice(2) } : NOTHING;
  if (kind === "show" || kind === "part" || SHOWERS.test(name)) return { files: operands };
  if (COPIERS.test(name)) return ofCopy(name, own);
  if (PACKERS.test(name)) return { files: operands.slice(1) };
  if (name === "tar" || name === "bsdtar") return { files: filesPacked(own) };
  if (name === "dd") return { files: own.flatMap((word) => /^if=(.+)$/.exec(word)?.[1] ?? []) };
  if (name === "openssl" && /^(?:rsa|dsa|ec|pkey|pkcs8|pkcs12|enc|base64)$/.test(own[0] ?? ""))
    return own.some((word) => /^-(?:pubout|pubin|noout)$/.test(word)) ? NOTHING : { files: operands };
  if (CLOUDS.test(name) && own.slice(0, 4).some((word) => SENDS_COPY.test(word))) return { files: operands };
  return NOTHING;
}

/** One of the words is the filter, of which `yq` needs none. */
function filesSelected(name: string, own: readonly string[]): readonly string[] {
  const operands = operandsOf(own, "poL --input-format --output-format --arg --argjson --slurpfile");
  if (name === "yq" && operands.length === 1) return operands;
  return operands.toSpliced(Math.max(0, operands.findIndex(isFilter)), 1);
}

/** A script that is read aloud, or tells what it does not understand. */
function filesRun(name: string, own: readonly string[]): readonly string[] {
  if (name === "make")
    return own.flatMap((word, at) => (/^(?:-f|--file|--makefile)$/.test(own[at - 1] ?? "") ? [word] : []));
  return own.some((word) => /^-\w*c/.test(word)) ? [] : operandsOf(own, "oO").slice(0, 1);
}

/** A filter of jq looks as a name does: `.key`. */
function isFilter(word: string): boolean {
  return /^[.[{($|"]/.test(word);
}

function ofSearch(name: string, own: readonly string[]): Reading {
  if (own.some((word) => COUNTS.test(word))) return NOTHING;
  if (/^(?:select-string|findstr)$/i.test(name)) return { files: own };
  // `-A 3` takes a number.
  const operands = behindPattern(own.filter((word) => !/^\d+$/.test(word)));
  const chosen = own.flatMap(
    (word, at) => CHOSEN.exec(word)?.[1] ?? (CHOSEN_NEXT.test(own[at - 1] ?? "") ? [word] : []),
  );
  const files = [...operands, ...chosen];
  if (!own.some((word) => DEEP.test(word)) || own.some((word) => CHOOSES.test(word))) return { files };
  return { files, folders: operands.length > 0 ? operands : ["."] };
}

/** The first word is what is looked for, unless an option says that. */
function behindPattern(own: readonly string[]): string[] {
  const words = own.filter((word, at) => !word.startsWith("-") && !GIVEN.test(own[at - 1] ?? ""));
  return own.some((word) => GIVEN.test(word) || GIVEN_JOINED.test(word)) ? words : words.slice(1);
}

function ofCopy(name: string, own: readonly string[]): Reading {
  const isTold = own.some((word) => /^-[A-Za-z]*t$|^--target-directory/.test(word));
  // `cp -f` forces, `rsync -f` takes a rule.
  const values = OPTIONS_OF_COPY[name];
  const operands = operandsOf(own, values).map((word) => word.replace(/^[\w.@-]{2,}:(?=.)/, ""));
  if (isTold || operands.length < 2) return { files: operands };
  return { files: operands.slice(0, -1), unless: operands.at(-1)! };
}

/** What goes into an archive; the archive's own name does not. */
function filesPacked(own: readonly string[]): string[] {
  const [mode = "", ...rest] = own;
  const modes = own.filter((word, at) => (at === 0 && !mode.startsWith("--")) || /^-[a-zA-Z]+$/.test(word)).join("");
  if (!/[cru]/.test(modes) && !own.some((word) => /^--(?:create|append|update)$/.test(word))) return [];
  const words = mode.startsWith("-") ? own : rest;
  const operands = words.filter(
    (word, at) =>
      (word === "-" || !word.startsWith("-")) && !/^-[A-Za-z]*[fX]$|^--(?:exclude|file)$/.test(words[at - 1] ?? ""),
  );
  return !mode.startsWith("-") && mode.includes("f") ? operands.slice(1) : operands;
}

/** What a request takes along: `@file`, `name=@file`, `name=<file`. */
function filesSent(own: readonly string[]): string[] {
  return own.flatMap((word, at) => {
    if (/^(?:-T|--upload-file|--(?:post|body)-file)$/.test(own[at - 1] ?? "")) return [word];
    const joined = /^(?:-T|--(?:upload|post|body)-file=)(.+)$/s.exec(word)?.[1];
    const [, sent = joined] = /^(?:-[dF]|--[\w-]+=)?(?:[\w.-]+=?)?[@<]([^;]+)/.exec(word) ?? [];
    return sent ?? (word.startsWith("file://") ? [word] : []);
  });
}

/** Verbs that show what stands in files. */
const SHOWS = /^(?:show|diff|difftool|cat-file|blame|annotate|grep|archive)$/;
/** Of these nothing but names and numbers comes. */
const TELLS_OF =
  /^(?:--(?:stat|shortstat|numstat|dirstat|summary|name-only|name-status|quiet|check|raw|no-patch)|-[ste])\b/;

/** The files whose content a command of git shows, of whatever commit. */
function filesOfGit(words: readonly string[]): string[] {
  const { verb, own } = readGit(words);
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
