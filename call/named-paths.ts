import { isObject, type Json } from "../kit/json.ts";
import { followAll, type Command } from "../shell/doors/script.ts";
import { columnOf } from "../shell/doors/programs.ts";
import { fileOf } from "./tool-kind.ts";
import { parsePatch } from "./parse-patch.ts";
import { callView, type CallFacts } from "./call-view.ts";

/** The paths that a tool call names, unresolved. */
export interface NamedPaths {
  readonly paths: readonly string[];
  /**
   * Whether the call may use further files: through variables, patterns, another working folder, or text beyond the
   * limits.
   */
  readonly maybeMore: boolean;
}

const MOST = 1000;
const LONGEST = 4096;
/** A word that the shell expands; `~name` is the home folder of another user. */
const UNKNOWN = /[$`*?[\]{}]|^~[^/]/;

/**
 * The paths in the arguments of a file tool, a patch or a shell call. Without tool arguments the result has no paths,
 * and `maybeMore` is true.
 */
export function namedPaths(event: CallFacts): NamedPaths {
  return callView(event).once(namedPaths, () => pathsOf(event));
}

function pathsOf(event: CallFacts): NamedPaths {
  const { toolInput } = event;
  if (toolInput === undefined) return { paths: [], maybeMore: true };
  const isShell = callView(event).kind === "shell";
  const found = new Set<string>();
  const maybeMore = isShell ? fromShell(callView(event).shell.scripts, found) : fromFileTool(toolInput, found);
  const paths = [...found].filter((path) => path !== "" && path.length <= LONGEST).slice(0, MOST);
  return { paths, maybeMore: maybeMore || paths.length < found.size };
}

function fromFileTool(input: Json, found: Set<string>): boolean {
  const add = (path: string | undefined) => void (path !== undefined && found.add(path));
  add(fileOf(input));
  const values = isObject(input) ? Object.values(input) : [input];
  for (const value of values) {
    for (const item of Array.isArray(value) ? value.slice(0, MOST) : [value]) add(fileOf(item));
    if (typeof value === "string" && /^(?:\*\*\* |\+\+\+ )/m.test(value))
      for (const file of filesOfPatch(value)) add(file);
  }
  return values.some((value) => Array.isArray(value) && value.length > MOST);
}

/** The files of a patch. Deleted and moved files have no hunks, so the headers are read, too. */
function filesOfPatch(text: string): (string | undefined)[] {
  const heads = text.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+?)\s*$/gm);
  return [...parsePatch(text).map(({ file }) => file), ...Array.from(heads, ([, file]) => file)];
}

/** Adds the paths in a shell call's commands to `found`. @returns whether the call may use further files */
function fromShell(scripts: readonly string[], found: Set<string>): boolean {
  let maybeMore = false;
  let isTold = false;
  const look = ({ words, redirects, reads, readsWords }: Command) => {
    const [name = "", ...own] = words;
    const files = [...redirects.map(({ file }) => file), ...reads];
    const values = own.flatMap((word) => /^(?:-{0,2}[\w-]+=|@)(.+)$/s.exec(word)?.[1] ?? []);
    const named = [...own, ...values].filter((word) => !word.startsWith("-"));
    isTold ||= files.length > 0 || [name, ...named].some(isLikePath);
    for (const word of [...files, ...named, name]) if (found.size <= MOST) found.add(word);
    maybeMore ||=
      columnOf(name, "moves") ||
      name === "chroot" ||
      Boolean(readsWords) ||
      [...own, ...files].some((word) => UNKNOWN.test(word));
  };
  const isRead = followAll(scripts, {
    command: (command) => (look(command), []),
    scripts: look,
  });
  return maybeMore || !isRead || !isTold;
}

/** Whether a word is almost certainly a path: it has a slash or an extension, unlike subcommands and prose. */
function isLikePath(word: string): boolean {
  return !/^\w+:\/\//.test(word) && (/[\\/]|^~$|^\.{1,2}$/.test(word) || /\.\w+$/.test(word));
}
