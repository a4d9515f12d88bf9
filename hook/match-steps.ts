import { namedPaths } from "../call/named-paths.ts";
import { resolvedPath } from "../call/tool-kind.ts";
import { fitsPlace, isNamed, type MatchedPath, matchedPaths } from "../kit/glob.ts";
import { homeOf, type Io } from "../kit/io.ts";
import { isFolder } from "../kit/files.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import { topFolders } from "../worktree/doors/worktree.ts";
import type { Matchers } from "../worktree/doors/settings.ts";
import type { PlannedStep } from "./plan.ts";
import type { Watch } from "./watch.ts";

/**
 * The steps whose matchers fit their events. If an event has no tool or path, or its paths cannot be read, guards run
 * and other builtins do not.
 */
export function matchSteps(
  steps: readonly PlannedStep[],
  events: readonly HookEvent[],
  io: Io,
  watch: Watch | undefined,
): PlannedStep[] {
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

/** The first matcher that does not fit; `undefined` if all fit. */
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
  const home = homeOf(io.env);
  if (paths.some((glob) => named.some((path) => fitsPlace(glob, path, home)))) return undefined;
  return isGuard && (maybeMore || named.length === 0) ? undefined : "paths";
}

interface Paths {
  readonly named: readonly MatchedPath[];
  readonly maybeMore: boolean;
}

function pathsOf(event: HookEvent, { env }: Io): Paths {
  const { paths, maybeMore } = namedPaths(event);
  const tops = event.cwd === undefined ? [undefined] : topFolders(event.cwd);
  const files = paths.flatMap((path) => resolvedPath(path === "~" ? "~/" : path, event.cwd, env) ?? []);
  return {
    named: files.flatMap((file) => tops.flatMap((top) => matchedPaths(file, top))),
    // With a folder among the paths the call may use any file in the folder; with a path that cannot be resolved, any
    // file.
    maybeMore: maybeMore || files.length < paths.length || files.some(isFolder),
  };
}
