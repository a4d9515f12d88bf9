import { join } from "node:path";

import { filesRead } from "./effects.ts";
import { PRINTS_OTHERWISE } from "./in-pipeline.ts";
import { parseGit } from "./parse-git.ts";
import { operandsOf, valuesOf } from "./parse-options.ts";
import type { Command, Pipeline } from "./parse-shell.ts";
import { HOOK_FOLDERS, hooksOfVerb } from "./programs/git-verbs.ts";
import { isShell, kindOf, printsByAllRows, programName, columnOf } from "./programs.ts";
import { recipeFiles } from "./recipe-files.ts";
import { languageOf, type StartedFile } from "./started-file.ts";

/** Folders of installed programs, which are not read as scripts. */
const OF_SYSTEM = /^\/(?:usr|bin|sbin|opt|nix|snap|Applications|Library|System)\//;
/** Options that replace the file by code or a module: `SHELL_CODE` for a shell, `CODE` for other interpreters. */
const SHELL_CODE = /^-\w*c$/;
/**
 * Options with which a shell only checks a script: `-n`, `-xn`. A word with an `o` is no such option, but PowerShell's
 * `-NoProfile` or `-o noexec`.
 */
const CHECKS = /^-[a-np-z]*n[a-np-z]*$/;
const CODE = /^(?:-\w*[cepm]|--(?:eval|print|command|module|test)(?:=.*)?)$/s;
/** The most folders of a `PATH` that are searched for a program. */
const MOST_FOLDERS = 8;
/** Names of files that stand for standard input. */
const INPUT = /^(?:-|\/dev\/(?:stdin|fd\/0)|\/proc\/self\/fd\/0)$/;

/**
 * Finds the files that a command runs: `sh x.sh`, `. ./x`, `./x.sh`, `python3 x.py`, `sh < x.sh`, `cat x.sh | sh`,
 * `make x`, `psql -f x.sql`.
 * @param before the commands in front of this one in its pipeline
 * @param root the top folder of the worktree, whose hooks git runs
 */
export function startedFiles(command: Command, before: () => Pipeline, root?: string): readonly StartedFile[] {
  const name = command.words[0] ?? "";
  if (command.script !== undefined || isPlainPrinter(command)) return NONE;
  if (name === "git") return hooksOf(command.words.slice(1), root);
  if (kindOf(name) === "query") return statementFiles(command, before);
  const recipes = recipeFiles(command);
  const own = ownFiles(command, before);
  return recipes.length === 0 ? own : [...recipes, ...own];
}

const NONE: readonly StartedFile[] = [];

/** Whether a command only prints, and no word of it has a folder, so that no word names the file of its program. */
function isPlainPrinter({ words, all, assigned }: Command): boolean {
  return all === words && assigned.length === 0 && printsByAllRows(words[0] ?? "") && !words.some(hasFolder);
}

function hasFolder(word: string): boolean {
  return /[\\/]/.test(word);
}

/** The files that a command runs as a whole; recipes and statements are not among them. */
function ownFiles(command: Command, before: () => Pipeline): readonly StartedFile[] {
  const name = command.words[0] ?? "";
  // `uv run -m tools.purge`
  if (command.all.includes("uv") && /^(?:-m|--module)$/.test(command.taken.at(-1) ?? ""))
    return ofModule(["-m", ...command.words]);
  if (isSource(name) || isShell(name) || kindOf(name) === "code") return readByInterpreter(command, before);
  // Programs such as `at` take a script's file by `-f` or as their input: `at now -f x.sh`, `at now < x.sh`.
  if (columnOf(name, "runsLine"))
    return [...valuesOf(command.words.slice(1), "f"), ...fedFiles(command, before)].map((file) => ({
      file,
      words: [],
    }));
  return ofPath(command);
}

/**
 * The files with statements that a database client runs: `psql -f x.sql`, `mysql < x.sql`, `sqlite3 a.db ".read
 * x.sql"`.
 */
function statementFiles(command: Command, before: () => Pipeline): readonly StartedFile[] {
  const [, ...own] = command.words;
  const named = own.flatMap((word) => /^\s*(?:\\ir?|\.read|source)\s+["']?([^\s"';]+)/.exec(word)?.[1] ?? []);
  return [...valuesOf(own, "fi --file --input-file --queries-file"), ...named, ...fedFiles(command, before)].map(
    (file) => ({ file, words: own, isInput: true }),
  );
}

/** The hooks that a git command runs. */
function hooksOf(own: readonly string[], root: string | undefined): readonly StartedFile[] {
  const { verb, folder } = parseGit(own);
  if (root === undefined || folder !== "") return [];
  return hooksOfVerb(verb).flatMap((hook) =>
    HOOK_FOLDERS.map((one) => ({ file: join(root, one, hook), words: [hook] })),
  );
}

function isSource(name: string): boolean {
  return name === "source" || name === ".";
}

/**
 * The file of `sh x.sh`, `. ./x` or `python3 x.py`; without a file, the files that are piped or redirected to the
 * interpreter.
 */
function readByInterpreter(command: Command, before: () => Pipeline): readonly StartedFile[] {
  const [name = "", ...own] = command.words;
  const isCode = kindOf(name) === "code";
  const operands = isSource(name) ? own : operandsOf(own, columnOf(name, "options")?.other);
  // In `deno run x.ts` the file follows the verb.
  const file = isCode && operands[0] === "run" ? operands[1] : operands[0];
  const options = file === undefined ? own : own.slice(0, own.indexOf(file));
  if (name.startsWith("python") && own.includes("-m")) return ofModule(own);
  if (options.some((word) => (isCode ? CODE : SHELL_CODE).test(word))) return [];
  if (isShell(name) && options.some((word) => CHECKS.test(word))) return [];
  const language = isCode ? { language: name } : {};
  if (file === undefined || INPUT.test(file) || options.some((word) => /^-\w*s$/.test(word)))
    return fedFiles(command, before).map((one) => ({ file: one, words: own, ...language }));
  return /\s/.test(file) ? [] : [{ file, words: own.slice(own.indexOf(file)), ...language }];
}

/** The files that `python3 -m tools.purge` may run; `python3 -m runpy tools.purge` runs the same ones. */
function ofModule(own: readonly string[]): readonly StartedFile[] {
  // `-m runpy` runs the module that follows.
  const at = own.indexOf("-m") + (own[own.indexOf("-m") + 1] === "runpy" ? 2 : 1);
  const path = own[at]?.replaceAll(".", "/") ?? "";
  if (!/^[\w/]+$/.test(path)) return [];
  return [`${path}.py`, `${path}/__main__.py`].map((file) => ({
    file,
    words: [file, ...own.slice(at + 1)],
    language: "python",
  }));
}

/** The file of `./x.sh`, a path instead of a program's name. */
function ofPath(command: Command): readonly StartedFile[] {
  const { words, all } = command;
  const name = words[0] ?? "";
  // The program may be a file of code (`uv run x.py`, `pwsh x.ps1`) or a path (`find … -exec {}`, `xargs`).
  const isCodeFile = (name !== all[0] && languageOf(name).language !== undefined) || /\.ps1$/i.test(name);
  const path = hasFolder(name)
    ? name
    : (all.find((word) => hasFolder(word) && programName(word) === name) ?? (isCodeFile ? name : undefined));
  if (path === undefined) return ofOwnPath(command);
  if (OF_SYSTEM.test(path)) return NONE;
  return [{ file: path, words: [path, ...words.slice(1)], ...languageOf(path) }];
}

/**
 * The files that `PATH=.:$PATH x.sh` may run: the files with the program's name in folders that the command itself adds
 * to `PATH`.
 */
function ofOwnPath({ words, assigned }: Command): readonly StartedFile[] {
  if (assigned.length === 0) return NONE;
  const list = assigned.findLast((word) => word.startsWith("PATH="))?.slice("PATH=".length);
  const [name = "", ...own] = words;
  if (list === undefined || name === "") return NONE;
  const folders = list
    .split(":")
    .filter((folder) => folder !== "" && !OF_SYSTEM.test(`${folder}/`) && folder !== "/bin");
  return folders
    .slice(0, MOST_FOLDERS)
    .map((folder) => ({ file: `${folder}/${name}`, words: [name, ...own], ...languageOf(name) }));
}

/** The files whose text is a command's input. A `<(…)` in the list is a text and no path, so it is left out. */
function fedFiles(command: Command, before: () => Pipeline): string[] {
  const pipeline = before();
  // The lines that such a program makes are no file's text.
  if (pipeline.some(({ words: [name = ""] }) => PRINTS_OTHERWISE.test(name))) return command.reads.filter(isFileName);
  const shown = pipeline.flatMap(({ words: [name = "", ...own], reads }) => [...reads, ...filesRead(name, own).files]);
  return [...command.reads, ...shown].filter(isFileName);
}

function isFileName(file: string): boolean {
  return !/\s/.test(file) && file !== "-";
}
