import { dirname, isAbsolute, resolve } from "node:path";

import { isFolder, isIn, realPathOfNew } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { isDevice } from "../shell/doors/effects.ts";
import { resolvedPath } from "./tool-kind.ts";
import { callView, type CallFacts } from "./call-view.ts";

/** The most folders of a call whose worktrees are looked up. */
const MOST = 100;

/**
 * The top folders of the worktrees in which a call writes, as far as they follow from its arguments: the worktrees of
 * files that the call names, of folders in which its commands run, and of files that its commands change.
 */
export async function rootsWritten(event: CallFacts, { env }: Pick<Io, "env">): Promise<Set<string>> {
  const folders = new Set<string>();
  for (const path of await pathsOf(event, env))
    if (isAbsolute(path) && folders.size < MOST) folders.add(nearestFolder(path));
  return new Set([...folders].flatMap((folder) => callView(event).worktreeAt(folder)?.root ?? []));
}

/**
 * The paths that a call may write. The parsers of shell scripts and patches are loaded only for a shell call, or for a
 * tool whose arguments have no key of a file.
 */
export function pathsOf(event: CallFacts, env: Io["env"]): Promise<readonly string[]> {
  return callView(event).once(pathsOf, () => findPaths(event, env));
}

async function findPaths(event: CallFacts, env: Io["env"]): Promise<readonly string[]> {
  const { kind, file } = callView(event);
  if (kind === "shell") return (await import("./paths-written.ts")).pathsWritten(event, env);
  const named = file === undefined ? (await import("./named-paths.ts")).namedPaths(event).paths : [file];
  return named.flatMap((path) => resolvedPath(path, event.cwd, env) ?? []);
}

/** A path outside of a worktree, and the file or folder that it names behind links. */
interface PathOutside {
  readonly path: string;
  readonly real: string;
}

/**
 * The absolute paths that lie outside of a worktree, also behind a link in it, without devices.
 * @param spread the paths that a path stands for, if it may be a pattern
 */
export function* outsideOf(
  paths: readonly string[],
  root: string,
  spread: (path: string) => readonly string[] = (path) => [path],
): Generator<PathOutside> {
  for (const word of paths) {
    if (!isAbsolute(word) || isDevice(word)) continue;
    for (const path of spread(word)) {
      const real = realPathOfNew(path);
      if (!isIn(real, root)) yield { path, real };
    }
  }
}

function nearestFolder(path: string): string {
  let folder = resolve(path);
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
