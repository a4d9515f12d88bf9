import { basename, dirname, resolve } from "node:path";

import { requestOf } from "./requests.ts";
import { ENVIRONMENT, handsOn, holdsEnvironment, picksValues, printsEnvironment } from "./environment.ts";
import { SOME } from "./found-by.ts";
import { marksIn, picked } from "./marks.ts";
import { columnsOf, lettersOf, linesIn, textsOfJq } from "./made-lines.ts";
import { ofAwk } from "./lines-of-awk.ts";
import { linesOfSed } from "./lines-of-sed.ts";
import { columnOf, isShell, kindOf } from "./programs.ts";
import { quotesIn } from "./scripts-in-code.ts";
import { parseGit } from "./parse-git.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";
import { unescaped } from "./expansion.ts";
import { formatted } from "./shell-variables.ts";

/** Stands for a server's answer in the texts that one command passes to another. No script can hold this text. */
export const DOWNLOADED = "\0downloaded\0";
/** The surroundings of a command on which its output depends. */
interface Here {
  readonly folder: string | undefined;
  readonly root: string | undefined;
  /** The words of the command that the output is piped into. */
  readonly reader?: readonly string[];
}

/**
 * The output of a command, as far as the effect of a later command can depend on it: words, decoded texts, names of
 * files (`*` for all in a folder, `{}` for unknown ones), or `DOWNLOADED` for a server's answer.
 */
export function printed(name: string, own: readonly string[], fed: readonly string[], here: Here): readonly string[] {
  if (printsEnvironment(name, own)) return [ENVIRONMENT];
  const output = printedBy(name, own, fed, here);
  const isFed = fed.some(holdsEnvironment);
  const marks = marksIn(isFed ? [...fed, ENVIRONMENT] : fed);
  if (marks.length === 0) return output;
  if (!handsOn(name, own)) {
    if (kindOf(name) === "echo") return output;
    return output.filter((text) => !holdsEnvironment(text) && marksIn([text]).length === 0);
  }
  const held = marksIn(output);
  const all = [...output, ...marks.filter((mark) => !held.includes(mark))];
  return picksValues(name, own) ? all.map(picked) : all;
}

/** A command whose output is wanted. */
interface Printing {
  readonly own: readonly string[];
  /** The known texts of the command's input. */
  readonly fed: readonly string[];
  readonly here: Here;
}

type Printer = (command: Printing) => readonly string[];

function printedBy(name: string, own: readonly string[], fed: readonly string[], here: Here): readonly string[] {
  const printer = PRINTERS.get(/^get-/i.test(name) ? name.toLowerCase() : name);
  if (printer) return printer({ own, fed, here });
  // Code may print each of its texts, which matters if a shell runs these.
  if (kindOf(name) === "code" && isShell(here.reader?.[0] ?? ""))
    return own.flatMap((code) => [...quotesIn(code)].flatMap(({ text }) => (/\S\s+\S/.test(text) ? [text] : [])));
  return columnOf(name, "lists")?.(own) ?? ofKind(name, own, fed);
}

const operands: Printer = ({ own }) => operandsOf(own);
const path: Printer = ({ own, here }) => pathsFrom(here.folder, own.slice(-1));
const items: Printer = ({ own }) => itemsOf(own);
const names: Printer = ({ own }) => listed(own);
const numbers: Printer = ({ own }) => operandsOf(own).map((word) => `{${word}}`);
const containers: Printer = ({ own }) => containersNamed(own);
const input: Printer = ({ fed }) => fed;
const edited: Printer = ({ own, fed }) => ofLines(fed, (lines) => linesOfSed(own, lines));
const computed: Printer = ({ own, fed }) => ofLines(fed, (lines) => ofAwk(own, lines).prints);
const pasted: Printer = ({ own, fed }) => ofLines(fed, () => columnsOf(own, fed));
const translated: Printer = ({ own, fed }) => ofLines(fed, () => fed.map((text) => lettersOf(own, text)));
const selected: Printer = ({ own, fed }) => ofLines(fed, () => textsOfJq(own, fed));

/** Programs whose output follows from their arguments or input, not from their kind alone. */
const PRINTERS: ReadonlyMap<string, Printer> = new Map<string, Printer>([
  ["echo", ({ own }) => [unescaped(own.filter((word) => !/^-[neE]+$/.test(word)).join(" "))]],
  ["printf", ({ own }) => [unescaped(formatted(own.filter((word) => word !== "--")))]],
  ["pwd", ({ here: { folder } }) => (folder === undefined ? [] : [folder])],
  ["mktemp", () => ["/tmp/tmp.new"]],
  ["git", ofGit],
  // `which` prints the path of a program; the program's name, which is its operand, serves as well.
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
  // `pgrep` prints numbers of processes. The result is `{name}` for the processes of that name.
  ["pgrep", numbers],
  ["pidof", numbers],
  ["docker", containers],
  ["podman", containers],
  ["seq", () => [SOME]],
  ["base64", ({ own, fed }) => (hasDecode(own) ? fed.map((text) => decoded(text)) : [])],
  ["sed", edited],
  ["gsed", edited],
  ["awk", computed],
  ["gawk", computed],
  ["mawk", computed],
  ["paste", pasted],
  ["tr", translated],
  ["jq", selected],
  ["gojq", selected],
  ["jaq", selected],
  ["gunzip", input],
  ["zcat", input],
  ["gzip", input],
  ["tee", input],
  ["sponge", input],
]);

function ofGit({ own, here: { root, reader } }: Printing): readonly string[] {
  if (own.includes("--show-toplevel") && root !== undefined) return [root];
  if (namesCurrentBranch(own, reader)) return [own.includes("symbolic-ref") ? "refs/heads/HEAD" : "HEAD"];
  return columnOf("git", "lists")?.(own) ?? [];
}

/**
 * The absolute paths of words. A word that begins with `~` is returned unchanged; other words are dropped if the folder
 * is unknown.
 */
function pathsFrom(folder: string | undefined, words: readonly string[]): string[] {
  return words.flatMap((word) => {
    if (word.startsWith("~")) return [word];
    return folder === undefined ? [] : [resolve(folder, word)];
  });
}

/**
 * Whether a git command prints the name of the current branch: `branch --show-current`, `rev-parse --abbrev-ref HEAD`,
 * `symbolic-ref HEAD`. The caller takes `HEAD` for the printed name.
 */
function namesCurrentBranch(words: readonly string[], reader: readonly string[] = []): boolean {
  const { verb, own } = parseGit(words);
  // In `git branch | grep '*'` the star marks the current branch.
  const isStarred = own.length === 0 && reader.some((word) => word.includes("*"));
  if (verb === "branch") return own.includes("--show-current") || isStarred;
  const isHead = own.some((word) => word === "HEAD" || word === "@");
  if (verb === "rev-parse")
    return isHead && own.some((word) => /^--(?:abbrev-ref|symbolic-full-name)(?:=|$)/.test(word));
  return (verb === "symbolic-ref" || verb === "name-rev") && isHead && operandsOf(own).length === 1;
}

/** The names by which `docker ps` filters containers, in place of the ids that it prints. */
function containersNamed(own: readonly string[]): string[] {
  if (!/^(?:ps|images)$/.test(own[0] ?? "")) return [];
  return valuesOf(own, "f --filter").flatMap((text) => /^(?:name|label|ancestor)=(.+)$/.exec(text)?.[1] ?? []);
}

/**
 * The paths that PowerShell's `Get-ChildItem` prints: all files of a folder (`*`), or unknown ones (`{}`) if a filter
 * selects them.
 */
function itemsOf(own: readonly string[]): string[] {
  const operands = operandsOf(own, "-path -literalpath -filter -include -exclude -depth -erroraction -ea");
  const folders = [...valuesOf(own, "-path -literalpath"), ...operands];
  const isChosen = own.some((word) => /^-(?:fi|inc|exc)\w*$/i.test(word));
  return (folders.length > 0 ? folders : ["."]).map((folder) =>
    /[*?]/.test(folder) ? folder : `${folder.replace(/[\\/]$/, "")}/${isChosen ? SOME : "*"}`,
  );
}

/**
 * The output of `ls`: `*` for the current folder, the argument itself for a file or a pattern. For any other folder it
 * is `{}` (unknown names), because `ls` prints the names without the folder.
 */
function listed(own: readonly string[]): string[] {
  const operands = operandsOf(own);
  if (operands.length === 0) return own.some((word) => /^-\w*[aA]/.test(word)) ? ["*", ".*"] : ["*"];
  return operands.map((word) => (/[*?[]|[^./\\]\.[a-z]\w{0,4}$/.test(word) || own.includes("-d") ? word : SOME));
}

/** What a program makes of the lines of known texts. A mark, and a name of unknown files, is passed on as it is. */
function ofLines(fed: readonly string[], make: (lines: readonly string[]) => readonly string[]): readonly string[] {
  const isText = fed.length > 0 && fed.every((text) => text !== "*" && !text.includes("\0"));
  return isText ? make(linesIn(fed)) : partOf(fed);
}

/** A selection of the input's lines. A text other than `*` is passed on whole. */
function partOf(fed: readonly string[]): readonly string[] {
  return fed.map((text) => (text === "*" ? SOME : text));
}

function ofKind(name: string, own: readonly string[], fed: readonly string[]): readonly string[] {
  const kind = kindOf(name);
  // The end of a group has no name. It hands on what the commands of the group printed.
  if (kind === "show" || name === "") return fed;
  if (kind === "send") return (requestOf(name, own)?.output ?? "-") === "-" ? [DOWNLOADED] : [];
  return kind === "search" || kind === "part" ? partOf(fed) : [];
}

function hasDecode(own: readonly string[]): boolean {
  return own.some((word) => /^-\w*[dD]$|^--decode$/.test(word));
}

function decoded(text: string): string {
  return text.includes(DOWNLOADED) ? text : Buffer.from(text.replace(/\s/g, ""), "base64").toString("utf8");
}
