import { existsSync } from "node:fs";
import { dirname, isAbsolute, resolve } from "node:path";

import { homeOf } from "../kit/io.ts";
import { isFolder, isIn, readRegularFile, realPath } from "../kit/files.ts";
import { nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { printable } from "../kit/text.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";
import { whyForeign } from "../worktree/doors/trust.ts";
import type { Call } from "./call.ts";
import { redactName, redactQuoted } from "./redact-quoted.ts";

/** The most bytes of one file that are added. The newest docker-agent rejects an answer above 1 MiB. */
const LIMIT = 900 * 1024;

/**
 * Adds the contents of the named files, each below its path and once in a conversation. Empty and unreadable files add
 * nothing. For each name, the nearest file of this name in the working directory or above it is added, and the one in
 * the home folder (with `DOCKER_AGENT_KIT_DIR`: in the folder `prompt_files` of that kit). A cloned repository must not
 * be able to read the user's files. So a file in the worktree must not be a link to a file outside of the worktree
 * (without a worktree: outside of the file's folder), and a name from the project's settings is only looked up inside
 * of the worktree. `--depth=N` also lists the paths of files with these names up to N levels below the working
 * directory.
 */
export default async function addPromptFiles({ cwd, sessionId }: HookEvent, call: Call): Promise<Outcome> {
  const { io, knownContext } = call;
  const { names, depth, isOdd } = parseArguments(call.args);
  if (!cwd || names.length === 0) return nothing;
  const left: string[] = [];
  const loaded = [...new Set(names.flatMap((name) => filesOf(name, cwd, call, left)))];
  const texts: string[] = [];
  for (const file of loaded) {
    const key = `${KEY} ${file}`;
    const text = knownContext?.isResumed || knownContext?.has(key) ? "" : read(file);
    if (text === "") continue;
    const heading = await redactName(file, call, cwd);
    texts.push(`Instructions from: ${heading}\n${await redactQuoted(text, call, cwd)}`);
    knownContext?.note(key);
  }
  if (depth > 0) {
    const { promptFilesBelow } = await import("./prompt-files-below.ts");
    const list = promptFilesBelow({ cwd, names, depth, loaded }, io);
    const key = [KEY, ...call.args].join(" ");
    if (list !== "" && !knownContext?.isLast(key, list)) texts.push(await redactQuoted(list, call, cwd));
    knownContext?.note(key, list);
  }
  const said = texts.length === 0 ? nothing : { context: texts };
  const notices = [...left, ...(isOdd ? [ODD_DEPTH] : [])];
  if (notices.length === 0) return said;
  const { notYetSaid } = await import("../session/said.ts");
  return { ...said, notice: notYetSaid(io, sessionId, notices) };
}

/** The beginning of the keys under which `knownContext` remembers the files of this conversation. */
const KEY = "prompt file";

/**
 * The files of one name that may be added, the nearest first.
 * @param left gets a sentence about each file that is left out
 */
function filesOf(name: string, cwd: string, { io, origin, readByAgent = [] }: Call, left: string[]): string[] {
  const root = findWorktree(cwd)?.root;
  const near = nearest(cwd, name, left);
  const isAllowed =
    near !== undefined &&
    (origin === "user" ? !leaves(near, root ?? near.folder) : isIn(realPath(near.file), root ?? realPath(cwd)));
  const isRead =
    near !== undefined &&
    isIn(near.named, root ?? realPath(cwd)) &&
    readByAgent.some((one) => one.name === name && !one.unless.some((other) => liesNear(other, cwd, io.env)));
  const home = origin === "user" ? atHome(name, io.env) : undefined;
  return [isAllowed && !isRead ? near.file : undefined, home].filter((file) => file !== undefined);
}

const DEPTH = "--depth=";
const ODD_DEPTH =
  "snapveil: the --depth of add_prompt_files is no whole number and is ignored, as docker-agent does it. " +
  "Write for instance: --depth=2";

/**
 * Splits the arguments into names of files and the depth. The last `--depth=` counts; as in docker-agent, its value has
 * digits with or without a sign. `isOdd`: the value is no whole number.
 */
function parseArguments(args: readonly string[]): { names: readonly string[]; depth: number; isOdd: boolean } {
  const depths = args.filter((word) => word.startsWith(DEPTH)).map((word) => word.slice(DEPTH.length));
  const numbers = depths.filter((word) => /^[+-]?\d{1,15}$/.test(word));
  return {
    names: args.filter((word) => !word.startsWith(DEPTH)),
    depth: Number(numbers.at(-1) ?? 0),
    isOdd: numbers.length < depths.length,
  };
}

/**
 * Whether a file of this name that is not empty lies in a folder or above it. The user's own file in the home folder,
 * such as `.claude/CLAUDE.md`, does not count.
 */
function liesNear(name: string, cwd: string, env: Call["io"]["env"]): boolean {
  const found = nearest(cwd, name);
  const isUsersOwn = name.includes("/") && found?.folder === realPath(homeOf(env) ?? "/"); // as ~/.claude/CLAUDE.md
  return found !== undefined && !isUsersOwn && read(found.file) !== "";
}

/** A file that was found by its name. */
interface Found {
  readonly file: string;
  /** The folder in which the name was looked up, with its links resolved. */
  readonly folder: string;
  /** The path of the name in `folder`. Unlike in `file`, the links of the folders above are resolved. */
  readonly named: string;
}

/**
 * The nearest file of a name, in a folder or above it. A file that another user owns is skipped, and `left` gets a
 * sentence about it.
 */
function nearest(cwd: string, name: string, left: string[] = []): Found | undefined {
  for (let folder = resolve(isAbsolute(cwd) ? cwd : `/${cwd}`); ; folder = dirname(folder)) {
    const file = fileIn(folder, name);
    const why = isThere(file) ? whyForeign(file) : undefined;
    if (why !== undefined) left.push(`snapveil: the prompt file ${printable(file)} is left out: ${why}.`);
    else if (isThere(file)) return { file, folder: realPath(folder), named: fileIn(realPath(folder), name) };
    if (dirname(folder) === folder) return undefined;
  }
}

function atHome(name: string, env: Call["io"]["env"]): string | undefined {
  const kit = env["DOCKER_AGENT_KIT_DIR"];
  const folder = kit ? `${kit}/prompt_files` : homeOf(env);
  const file = folder && fileIn(folder, name);
  return file && isThere(file) ? file : undefined;
}

/** The path of a name in a folder. A name with a leading slash is below the folder, too. */
function fileIn(folder: string, name: string): string {
  return resolve(`${folder}/${name}`);
}

/** Whether a path exists and is no folder. A file that is not regular is only noticed when it is read. */
function isThere(file: string): boolean {
  return existsSync(file) && !isFolder(file);
}

/**
 * Whether a file lies outside of a folder in which it was found, because the file, or a folder on the way, is a link.
 */
function leaves({ file, named }: Found, root: string): boolean {
  return isIn(named, root) && !isIn(realPath(file), root);
}

function read(file: string): string {
  try {
    const { bytes, whole } = readRegularFile(file, LIMIT);
    return bytes.toString().replace(/^\ufeff/, "") + (whole ? "" : "\n... (truncated)");
  } catch {
    return "";
  }
}
