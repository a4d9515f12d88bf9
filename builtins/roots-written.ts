import { dirname, isAbsolute, resolve } from "node:path";

import type { CallEvent } from "../agents/codec/hook-event.ts";
import { isFolder } from "../kit/files.ts";
import { findWorktree } from "../worktree/find-worktree.ts";
import type { Call } from "./call.ts";
import { fileOf, resolvedPath, toolKind } from "./tool-kind.ts";

/** Folders of a call that are looked up. */
const MOST = 100;

/**
 * The tops of the worktrees in which a call writes, as far as its words tell: those of the files that a tool names, of
 * the folders in which a shell's commands run, and of the files that these change.
 */
export async function rootsWritten(event: CallEvent, call: Call): Promise<Set<string>> {
  const folders = new Set<string>();
  for (const path of await pathsOf(event, call))
    if (isAbsolute(path) && folders.size < MOST) folders.add(nearestFolder(path));
  return new Set([...folders].flatMap((folder) => findWorktree(folder)?.root ?? []));
}

/**
 * The paths that a call may write; only a script, or a tool without a file of its own, needs the readers of shell words
 * and patches.
 */
async function pathsOf(event: CallEvent, { io }: Call): Promise<readonly string[]> {
  const { toolName, toolCategory, toolInput, cwd } = event;
  if (toolKind(toolName, toolCategory, toolInput) === "shell")
    return (await import("./paths-written.ts")).pathsWritten(event, io.env);
  const file = fileOf(toolInput);
  const named = file === undefined ? (await import("./named-paths.ts")).namedPaths(event).paths : [file];
  return named.flatMap((path) => resolvedPath(path, cwd, io.env) ?? []);
}

function nearestFolder(path: string): string {
  let folder = resolve(path);
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
