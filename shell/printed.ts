import { basename, dirname, resolve } from "node:path";

import { requestOf } from "./effects.ts";
import { ENVIRONMENT, handsOn, holdsEnvironment, printsEnvironment } from "./environment.ts";
import { SOME } from "./found-by.ts";
import { kindOf } from "./programs.ts";
import { parseGit } from "./parse-git.ts";
import { hasOption, operandsOf, valuesOf } from "./parse-options.ts";
import { unescaped } from "./expansion.ts";
import { formatted } from "./shell-variables.ts";

/** Stands for the answer of a server, in texts that are handed on; no script can hold it. */
export const DOWNLOADED = "\0downloaded\0";
/** The place of a command, as far as its output depends on it. */
interface Here {
  readonly folder: string | undefined;
  readonly root: string | undefined;
  /** The words of the command that reads the output. */
  readonly reader?: readonly string[];
}

/**
 * The output of a command, as far as the effect of a command behind it depends on it: words, decoded texts, names of
 * files (`*` for all of a folder, `{}` for some), or that it came from a server.
 */
export function printed(name: string, own: readonly string[], fed: readonly string[], here: Here): readonly string[] {
  if (printsEnvironment(name, own)) return [ENVIRONMENT];
  const output = printedBy(name, own, fed, here);
  if (!fed.some(holdsEnvironment)) return output;
  if (!handsOn(name, own)) return output.filter((text) => !holdsEnvironment(text));
  return output.some(holdsEnvironment) ? output : [...output, ENVIRONMENT];
}

/** A command whose output is asked for. */
interface Printing {
  readonly own: readonly string[];
  /** The known part of its input. */
  readonly fed: readonly string[];
  readonly here: Here;
}

type Printer = (command: Printing) => readonly string[];

function printedBy(name: string, own: readonly string[], fed: readonly string[], here: Here): readonly string[] {
  const printer = PRINTERS.get(/^get-/i.test(name) ? name.toLowerCase() : name);
  return printer ? printer({ own, fed, here }) : ofKind(name, own, fed);
}

const operands: Printer = ({ own }) => operandsOf(own);
const path: Printer = ({ own, here }) => pathsFrom(here.folder, own.slice(-1));
const items: Printer = ({ own }) => itemsOf(own);
const names: Printer = ({ own }) => listed(own);
const numbers: Printer = ({ own }) => operandsOf(own).map((word) => `{${word}}`);
const containers: Printer = ({ own }) => containersNamed(own);
const input: Printer = ({ fed }) => fed;

/** Programs whose output is known better than by their kind. */
const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["echo", ({ own }) => [unescaped(own.filter((word) => !/^-[neE]+$/.test(word)).join(" "))]],
  ["printf", ({ own }) => [unescaped(formatted(own.filter((word) => word !== "--")))]],
  ["pwd", ({ here: { folder } }) => (folder === undefined ? [] : [folder])],
  ["mktemp", () => ["/tmp/tmp.new"]],
  ["git", ofGit],
  // The place of a program, which is known by its name.
  ["which", operands],
  ["dirname", ({ own }) => own.slice(-1).map((word) => dirname(word))],
  ["basename", ({ own }) => own.slice(0, 1).map((word) => basename(word))],
  ["realpath", path],
  ["readlink", path],
  ["gci", items],
  ["get-childitem", items],
  ["yes", ({ own }) => [own.length > 0 ? own.join(" ") : "y"]],
  ["ls", names],
  ["dir", names],
  // Numbers, which stand for the programs of these names.
  ["pgrep", numbers],
  ["pidof", numbers],
  ["docker", containers],
  ["podman", containers],
  ["seq", () => [SOME]],
  ["base64", ({ own, fed }) => (hasDecode(own) ? fed.map((text) => decoded(text)) : [])],
  ["gunzip", input],
  ["zcat", input],
  ["gzip", input],
  ["tee", input],
  ["sponge", input],
]);

function ofGit({ own, here: { root, reader } }: Printing): readonly string[] {
  if (own.includes("--show-toplevel") && root !== undefined) return [root];
  if (namesCurrentBranch(own, reader)) return [own.includes("symbolic-ref") ? "refs/heads/HEAD" : "HEAD"];
  return untracked(own);
}

/** Absolute paths of some words; words in a home folder are left to whoever knows it. */
function pathsFrom(folder: string | undefined, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (word.startsWith("~")) return [word];
    return folder === undefined ? [] : [resolve(folder, word)];
  });
}

/** `branch --show-current`, `rev-parse --abbrev-ref HEAD`, `symbolic-ref HEAD`: `HEAD` stands for the branch's name. */
function namesCurrentBranch(words: readonly string[], reader: readonly string[] = []): boolean {
  const { verb, own } = parseGit(words);
  // `git branch | grep '*'`: the star stands before the current branch.
  const isStarred = own.length === 0 && reader.some((word) => word.includes("*"));
  if (verb === "branch") return own.includes("--show-current") || isStarred;
  const isHead = own.some((word) => word === "HEAD" || word === "@");
  if (verb === "rev-parse")
    return isHead && own.some((word) => /^--(?:abbrev-ref|symbolic-full-name)(?:=|$)/.test(word));
  return (verb === "symbolic-ref" || verb === "name-rev") && isHead && operandsOf(own).length === 1;
}

/** Files that git does not track, if ignored files are among them. */
function untracked(own: readonly string[]): string[] {
  const has = (letter: string, name: string) => hasOption(own, letter, name);
  const isAll = has("o", "--others") && (has("i", "--ignored") || !own.includes("--exclude-standard"));
  return own.includes("ls-files") && isAll ? ["./**/*?"] : [];
}

/** Containers that are asked for by a name of theirs, which stands for them. */
function containersNamed(own: readonly string[]): string[] {
  if (!/^(?:ps|images)$/.test(own[0] ?? "")) return [];
  return valuesOf(own, "f --filter").flatMap((text) => /^(?:name|label|ancestor)=(.+)$/.exec(text)?.[1] ?? []);
}

/** The paths that PowerShell gives: every one of a folder's, or some if they are chosen. */
function itemsOf(own: readonly string[]): string[] {
  const operands = operandsOf(own, "-path -literalpath -filter -include -exclude -depth -erroraction -ea");
  const folders = [...valuesOf(own, "-path -literalpath"), ...operands];
  const isChosen = own.some((word) => /^-(?:fi|inc|exc)\w*$/i.test(word));
  return (folders.length > 0 ? folders : ["."]).map((folder) =>
    /[*?]/.test(folder) ? folder : `${folder.replace(/[\\/]$/, "")}/${isChosen ? SOME : "*"}`,
  );
}

/**
 * The names in a folder, without the folder, which count as some of any; files and patterns are printed as they are.
 */
function listed(own: readonly string[]): string[] {
  const operands = operandsOf(own);
  if (operands.length === 0) return own.some((word) => /^-\w*[aA]/.test(word)) ? ["*", ".*"] : ["*"];
  return operands.map((word) => (/[*?[]|[^./\\]\.[a-z]\w{0,4}$/.test(word) || own.includes("-d") ? word : SOME));
}

function ofKind(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  const kind = kindOf(name);
  if (kind === "show") return fed;
  if (kind === "send") return (requestOf(name, own)?.output ?? "-") === "-" ? [DOWNLOADED] : [];
  // The output is some of the names, or a whole text that is not cut up here.
  return kind === "search" || kind === "part" ? fed.map((text) => (text === "*" ? SOME : text)) : [];
}

function hasDecode(own: readonly string[]): boolean {
  return own.some((word) => /^-\w*[dD]$|^--decode$/.test(word));
}

function decoded(text: string): string {
  return text.includes(DOWNLOADED) ? text : Buffer.from(text.replace(/\s/g, ""), "base64").toString("utf8");
}
