import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { fitsPlace, isNamed, matchedPaths } from "../../kit/glob.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { isObject } from "../../kit/json.ts";
import { oneOf } from "../../kit/word-pattern.ts";
import { findWorktree } from "../../worktree/doors/worktree.ts";
import { namedPaths } from "../../call/named-paths.ts";
import { isServers, resolvedPath, toolKind } from "../../call/tool-kind.ts";
import type { CallPattern } from "./call-pattern.ts";
import { isNamedScript } from "./is-named-script.ts";
import { callView } from "../../call/call-view.ts";

/** Whether the patterns approve every command and every file of a call. */
export function isNamedCall(event: HookEvent, patterns: readonly CallPattern[], io: Pick<Io, "env">): boolean {
  const { toolName = "", toolCategory, toolInput } = event;
  if (toolInput === undefined) return false;
  const kind = toolKind(toolName, toolCategory, toolInput);
  // A tool of an MCP server may run its commands on another machine, so a pattern without a tool does not approve its
  // calls.
  const isShell = kind === "shell" && !isServers(toolName, toolCategory);
  const here = patterns.filter(({ tool }) => (tool === undefined ? isShell : isNamed(tool, toolName)));
  if (here.length === 0) return false;
  return kind === "shell" ? isNamedCommand(event, here) : here.some((one) => isNamedUse(event, one, kind, io));
}

/**
 * Keys of a tool's arguments that are harmless, such as a timeout. Any other key may lift a sandbox or set a variable,
 * so a call with another key is not approved.
 */
const KNOWN_KEYS = oneOf(
  `
    command cmd commands script args (?:shell|bash)_?command command_?line description explanation
    justification title summary reason timeout(?:_?ms)?
    (?:run_in_|is_)?background mode async shell_?id session_?id id max_output_(?:tokens|length) yield_time_ms
    initial_wait cwd work_?dir working_?dir(?:ectory)? dir_path directory login tty
  `,
  "i",
);

function isNamedCommand(event: HookEvent, patterns: readonly CallPattern[]): boolean {
  const { toolInput, cwd } = event;
  const isMore = ([key, value]: [string, unknown]) => Boolean(value) && !KNOWN_KEYS.test(key);
  if (isObject(toolInput) && Object.entries(toolInput).some(isMore)) return false;
  const { folder, scriptsRun: scripts } = callView(event);
  if (folder !== cwd && !(folder !== undefined && cwd !== undefined && isInside(folder, cwd))) return false;
  return scripts.length > 0 && scripts.every((script) => isNamedScript(script, patterns));
}

/**
 * Whether a pattern approves a call of a tool that runs no commands: the files that the call names must lie in the
 * worktree, and match the pattern's glob.
 */
function isNamedUse(
  event: HookEvent,
  { path }: CallPattern,
  kind: ReturnType<typeof toolKind>,
  { env }: Pick<Io, "env">,
): boolean {
  const { paths, maybeMore } = namedPaths(event);
  const named = [...new Set([...paths, ...callView(event).files])];
  if (named.length === 0) return path === "" && kind !== "write";
  const files = named.map((file) => resolvedPath(file, event.cwd, env));
  const { cwd } = event;
  return (
    !maybeMore &&
    cwd !== undefined &&
    files.every((file) => file !== undefined && isInside(file, cwd) && isMeant(path, file, cwd, homeOf(env)))
  );
}

function isMeant(glob: string, file: string, cwd: string, home: string | undefined): boolean {
  return glob === "" || matchedPaths(file, topOf(cwd)).every((place) => fitsPlace(glob, place, home));
}

/**
 * Whether a file lies in the worktree around `cwd`, both by its path as given and with links resolved, but not in
 * `.git`.
 */
function isInside(file: string, cwd: string): boolean {
  return matchedPaths(file, topOf(cwd)).every(({ below }) => below !== undefined && !below.includes(".git"));
}

function topOf(cwd: string): string {
  return findWorktree(cwd)?.root ?? cwd;
}
