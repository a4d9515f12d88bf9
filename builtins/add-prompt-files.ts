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

/** Bytes of one file that are injected: the newest docker-agent takes no answer above 1 MiB. */
const LIMIT = 900 * 1024;

/**
 * The contents of the named files: for each name the nearest one walking up from the working directory, then the one in
 * the home folder (or, with `DOCKER_AGENT_KIT_DIR`, in that kit's `prompt_files`). Each is headed by its path, and told
 * once in a conversation. Empty and unreadable ones add nothing. A cloned repository or an archive must not be able to
 * ask for the user's files: one that lies in the worktree, or in its folder if there is no worktree, must not be a link
 * out of it, and a name that the project's own settings gave is looked for inside the worktree only. `--depth=N` lists
 * the paths of files of these names up to N levels below the working directory, too.
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

/** The key under which told files are kept. */
const KEY = "prompt file";

/**
 * The files of one name that may be told, the nearest first.
 * @param left gets a sentence about each file that may not be told
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

/** Names of files, and docker-agent's form of a depth: digits with or without a sign; the last one counts. */
function parseArguments(args: readonly string[]): { names: readonly string[]; depth: number; isOdd: boolean } {
  const depths = args.filter((word) => word.startsWith(DEPTH)).map((word) => word.slice(DEPTH.length));
  const numbers = depths.filter((word) => /^[+-]?\d{1,15}$/.test(word));
  return {
    names: args.filter((word) => !word.startsWith(DEPTH)),
    depth: Number(numbers.at(-1) ?? 0),
    isOdd: numbers.length < depths.length,
  };
}

/** Whether a file of a project's own that is not empty lies in a folder or above. */
function liesNear(name: string, cwd: string, env: Call["io"]["env"]): boolean {
  const found = nearest(cwd, name);
  const isUsersOwn = name.includes("/") && found?.folder === realPath(homeOf(env) ?? "/"); // as ~/.claude/CLAUDE.md is
  return found !== undefined && !isUsersOwn && read(found.file) !== "";
}

/** A file that was found by its name. */
interface Found {
  readonly file: string;
  /** The folder in which the name was looked up, with its links resolved. */
  readonly folder: string;
  /** The path by which the name was looked up: the same path with the links of its folders resolved. */
  readonly named: string;
}

/** The nearest file that is the person's. */
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

/** The path of a file in a folder, by `join`: also a name that begins with a slash is one below the folder. */
function fileIn(folder: string, name: string): string {
  return resolve(`${folder}/${name}`);
}

/** Whether something that is no folder lies at a path. Other kinds of files show when they are read. */
function isThere(file: string): boolean {
  return existsSync(file) && !isFolder(file);
}

/** Whether a name leads out of a folder: the file is a link, or a folder on the way to it. */
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
