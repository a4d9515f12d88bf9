import { basename, join } from "node:path";

import type { CallEvent } from "../../agents/codec/hook-event.ts";
import { statOf } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { findRepository } from "../../worktree/doors/worktree.ts";
import { expandPattern, isPattern } from "../expand-pattern.ts";
import { resolvedPath } from "../../call/tool-kind.ts";
import { interpreters, recipeRunners } from "./interpreters.ts";
import { callView } from "../../call/call-view.ts";
import { scriptIn } from "./script-in.ts";

/** The most files of one script that are read, the most words that are looked at, and the most characters of a path. */
const [MOST, LOOKED_AT, LONGEST_PATH] = [8, 300, 4096] as const;

/** Matches a shell, an interpreter or `source`, which may be followed by the name of a file to run. */
const RUNS_FILE = new RegExp(
  String.raw`(?:^|[\s;&|({"'\x60/])(?:${interpreters()}|python[\d.]+|source)(?![\w./-])|(?:^|[\s;&|({"'\x60])\.\s+[^\s-]|\srun\s(?:[^\n;&|]*\s)?(?:-m|--module)\s|\srun\s[^\n;&|]*\.(?:pyw?|[cm]?[jt]sx?|rb|p[lm]|php)\b`,
);
/** Matches a program that runs recipes, or git's hooks or aliases, by their names. */
const RUNS_NAMED = new RegExp(String.raw`(?:^|[\s;&|({"'\x60/])(?:${recipeRunners()})(?=\s|$)`);
/**
 * Matches a command whose program is a path. Also matches chmod and install, with which the call may make a file
 * executable before it starts the file.
 */
const STARTS_ANY = /(?:^|[;&|({\n])[ \t]*(?:\w{1,80}=\S{0,200}[ \t]+){0,8}["']?(?:\.{0,2}|~)\/|\b(?:chmod|install)\s/;
/** With a changed PATH, programs may be in any folder. */
const SETS_PATH = /\bPATH=/;
/**
 * Matches words that the shell changes, commands that change the folder, and imports of modules. With these, only a
 * full parse shows which files the call starts.
 */
const MAKES_WORDS =
  /[$\x60*?[{\\]|~[^/\s]|\b(?:cd|pushd|popd|chdir|env)\b|\s(?:-C|--chdir)|\b(?:import|require\w*)[\s(]|\s-m\s/;
/** The `cd FOLDER &&` at the beginning of a script. */
const FIRST_FOLDER = /^\s*cd[ \t]+["']?([\w./~+@-]+)["']?[ \t]*(?:&&|;|\n)/;
const BETWEEN_WORDS = /[\s"'\x60;&|()<>{}=,]+/;

type ShellCall = Pick<CallEvent, "toolInput" | "cwd">;
type World = Pick<Io, "env" | "platform">;

/**
 * The texts of existing files that the scripts of a call may start. The result is kept for each event.
 * @returns `undefined` if a script cannot be followed, or starts more files than are read here
 */
export function startedBy(event: ShellCall, io: World): Promise<readonly string[] | undefined> {
  return callView(event).once(startedBy, () => readStarted(event, io));
}

async function readStarted(event: ShellCall, io: World) {
  const texts: string[] = [];
  try {
    for (const script of callView(event).texts) texts.push(...(await startedTexts(script, event.cwd, io)));
    return texts;
  } catch {
    return undefined;
  }
}

async function startedTexts(
  script: string,
  cwd: string | undefined,
  io: Pick<Io, "env" | "platform">,
): Promise<readonly string[]> {
  if (cwd === undefined) return [];
  const [folder, rest] = placeOf(script, cwd, io);
  const named = RUNS_NAMED.test(rest)
    ? (await import("./named-scripts.ts")).namedScripts(rest.split(BETWEEN_WORDS).slice(0, LOOKED_AT), folder, io)
    : [];
  // A recipe may start files, too, and further recipes.
  const isDeep = named.some((text) => RUNS_NAMED.test(text) || mayStart(text, folder, io));
  if (!isDeep && !mayStart(rest, folder, io)) return named;
  const { followAt, TooMuchScript } = await import("../../shell/doors/script.ts");
  const texts: string[] = [...named];
  let read = 0;
  const isFar = ELSEWHERE.test(script);
  const starts = (path: string, written: string | undefined) => {
    if (written !== undefined) return written;
    const text = textAt(path) ?? (isFar ? textAt(copiedFrom(path, cwd)) : undefined);
    if (text === undefined) return undefined;
    if ((read += 1) > MOST) throw new TooMuchScript();
    // Of a recipe file that the call itself names only some recipes run, and their texts are in `named`.
    if (isDeep || texts.length > named.length || !isRecipeFile(path)) texts.push(text);
    return text;
  };
  const root = script.includes("--show-toplevel") ? findRepository(cwd)?.root : undefined;
  const visitor = { command: () => {}, starts, includes: starts, shows: starts };
  followAt(script, cwd, { env: io.env, ...(root !== undefined && { root }) }, visitor);
  return texts;
}

/** The folder to which a script changes first, and the rest of the script. */
function placeOf(script: string, cwd: string, { env }: Pick<Io, "env">): [folder: string, rest: string] {
  const [beginning = "", first] = FIRST_FOLDER.exec(script) ?? [];
  const folder = first === undefined ? cwd : (resolvedPath(first, cwd, env) ?? cwd);
  return [folder, script.slice(beginning.length)];
}

/** Whether a script may start a file. Most calls name no such file, and load no parser. */
function mayStart(rest: string, folder: string, io: Pick<Io, "env" | "platform">): boolean {
  const runs = RUNS_FILE.test(rest) || SETS_PATH.test(rest);
  if (!runs && !/[\\/]/.test(rest)) return false;
  if (MAKES_WORDS.test(rest)) return true;
  // Without an interpreter only a path starts a file.
  const words = rest.split(BETWEEN_WORDS).filter((word) => runs || /[\\/]/.test(word));
  const any = runs || STARTS_ANY.test(rest);
  const isCopied = ELSEWHERE.test(rest);
  const isAny = (word: string) =>
    isStartable(resolvedPath(word, folder, io.env), any, io) ||
    (isCopied && isStartable(copiedFrom(word, folder), true, io));
  return words.length > LOOKED_AT || words.some(isAny);
}

/** Matches programs that run a command on another machine or in a container. */
const ELSEWHERE = /\b(?:ssh|exec|run)\b/;

/**
 * The file of which a script on another machine may be a copy that an earlier call made: `scp x.sh web1:/tmp/`, then
 * `ssh web1 sh /tmp/x.sh`.
 */
export function copiedFrom(path: string, cwd: string): string {
  return join(cwd, basename(path));
}

function isRecipeFile(path: string): boolean {
  return /(?:^|[\\/])(?:package\.json|(?:GNU)?[Mm]akefile|\.?[Jj]ustfile)$/.test(path);
}

/**
 * Whether a path is a file that can be started. @param anyFile a file that is not executable counts, too, since an
 * interpreter runs it
 */
function isStartable(path: string | undefined, anyFile: boolean, { platform }: Pick<Io, "platform">): boolean {
  const stat = path === undefined || path.length > LONGEST_PATH ? undefined : statOf(path);
  return stat?.isFile() === true && (anyFile || platform === "win32" || (stat.mode & 0o111) !== 0);
}

/** The text of a script file, or of all files that a pattern matches; `undefined` if none can be read. */
export function textAt(path: string, read: (path: string) => string | undefined = textOfScript): string | undefined {
  const paths = isPattern(path) ? patternsOf(path).flatMap(expandPattern).slice(0, MOST) : [path];
  const texts = paths.flatMap((one) => read(one) ?? []);
  return texts.length === 0 ? undefined : texts.join("\n");
}

/**
 * The patterns for a path with `**`, which stands for files at any depth. To save time, only the topmost folder and the
 * folders directly in it are searched.
 */
function patternsOf(path: string): string[] {
  return path.includes("/**/") ? [path.replace("/**/", "/"), path.replace("/**/", "/*/")] : [path];
}

function textOfScript(path: string): string | undefined {
  return scriptIn(path)?.toString("utf8");
}
