import { statSync } from "node:fs";
import { join, relative } from "node:path";

import { pathOf } from "../builtins/is-left-out.ts";
import { namedPaths } from "../builtins/named-paths.ts";
import { isNamed, matchesGlob, parseGlob } from "../kit/glob.ts";
import type { Io } from "../kit/io.ts";
import { realPathOfNew } from "../kit/paths.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { worktreeFolders } from "../redactors/known-values/find-places.ts";
import type { Matchers } from "../worktree/settings.ts";
import type { Step } from "./plan.ts";
import type { Watch } from "./watch.ts";

/**
 * The steps whose matchers fit their events. What an event does not tell (no tool, no path, or paths that cannot all be
 * read) does not keep a guard from running; everything else then does not run.
 */
export function matchSteps(
  steps: readonly Step[],
  events: readonly HookEvent[],
  io: Io,
  watch: Watch | undefined,
): Step[] {
  const known = new Map<number, Paths>();
  const pathsAt = (index: number): Paths => {
    const found = known.get(index) ?? pathsOf(events[index]!, io);
    known.set(index, found);
    return found;
  };
  return steps.filter((step) => {
    const { matchers, eventIndex, builtin } = step;
    const event = events[eventIndex]!;
    if (!matchers) return true;
    const other = otherThan(matchers, event, builtin.failure === "closed", () => pathsAt(eventIndex), io);
    if (other !== undefined) watch?.skips(step, event, `its matchers name other ${other}`);
    return other === undefined;
  });
}

/** The first of the matchers that does not fit; `undefined` where all of them do. */
function otherThan(
  { agents, events, tools, paths }: Matchers,
  event: HookEvent,
  isGuard: boolean,
  pathsHere: () => Paths,
  io: Io,
): keyof Matchers | undefined {
  const { dialect, name, wireName, toolName } = event;
  if (agents && !agents.includes(dialect)) return "agents";
  if (events && !events.includes(name) && !events.includes(wireName)) return "events";
  const isTool = toolName === undefined ? isGuard : tools?.some((one) => isNamed(one, toolName));
  if (tools && !isTool) return "tools";
  if (!paths) return undefined;
  const { named, maybeMore } = pathsHere();
  const home = io.env["HOME"] ?? io.env["USERPROFILE"];
  if (paths.some((glob) => named.some((path) => fits(glob, path, home)))) return undefined;
  return isGuard && (maybeMore || named.length === 0) ? undefined : "paths";
}

/** A path from the disk's root, and from the worktree's top where it lies below that. */
interface Place {
  readonly whole: readonly string[];
  readonly below?: readonly string[];
}

interface Paths {
  readonly named: readonly Place[];
  readonly maybeMore: boolean;
}

function pathsOf(event: HookEvent, { env }: Io): Paths {
  const { paths, maybeMore } = namedPaths(event);
  const top = event.cwd === undefined ? undefined : worktreeFolders(event.cwd).at(-1);
  const files = paths.flatMap((path) => pathOf(path === "~" ? "~/" : path, event.cwd, env) ?? []);
  const real = top === undefined ? undefined : realPathOfNew(top);
  return {
    named: files.flatMap((file) => [placeOf(join(file, "."), top), placeOf(realPathOfNew(file), real)]),
    // A folder stands for what is in it, and what cannot be placed for anything.
    maybeMore: maybeMore || files.length < paths.length || files.some(isFolder),
  };
}

function placeOf(file: string, top: string | undefined): Place {
  const below = top === undefined ? undefined : relative(top, file);
  const isBelow = below !== undefined && !/^\.\.(?:[\\/]|$)|^[\\/]|^[A-Za-z]:/.test(below);
  return { whole: segments(file), ...(isBelow && { below: segments(below) }) };
}

function segments(path: string): string[] {
  return path.split(/[\\/]/).filter((part) => part !== "");
}

function isFolder(file: string): boolean {
  try {
    return statSync(file).isDirectory();
  } catch {
    return false;
  }
}

function fits(glob: string, { whole, below }: Place, home: string | undefined): boolean {
  if (glob.startsWith("~/"))
    return home !== undefined && startsWith(whole, home) && matches(glob.slice(2), whole.slice(segments(home).length));
  if (/^(?:[\\/]|[A-Za-z]:[\\/])/.test(glob)) return matches(glob, whole);
  if (!glob.replace(/\/$/, "").includes("/")) return matches(`**/${glob}`, whole);
  return glob.startsWith("**/") ? matches(glob, whole) : below !== undefined && matches(glob, below);
}

function startsWith(whole: readonly string[], home: string): boolean {
  return segments(home).every((part, at) => part === whole[at]);
}

function matches(glob: string, path: readonly string[]): boolean {
  return matchesGlob(parseGlob(glob), path);
}
