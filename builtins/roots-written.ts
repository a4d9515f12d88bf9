import { dirname, isAbsolute, resolve } from "node:path";

import type { CallEvent } from "../agents/codec/hook-event.ts";
import { isFolder } from "../kit/files.ts";
import { homeOf } from "../kit/io.ts";
import { filesChanged } from "../shell/effects.ts";
import { pathIn } from "../shell/folders.ts";
import { followCall, type CallCommand } from "../shell/follow-call.ts";
import { printsOnly } from "../shell/looks-only.ts";
import { isElsewhere, said } from "../shell/programs.ts";
import { findWorktree } from "../worktree/find-worktree.ts";
import type { Call } from "./call.ts";
import { namedPaths } from "./named-paths.ts";
import { resolvedPath, toolKind } from "./tool-kind.ts";

/** Folders of a call that are looked up. */
const MOST = 100;

/**
 * The tops of the worktrees in which a call writes, as far as its words tell: those of the files that a tool names, of
 * the folders that a shell's commands run in, and of the files that these change.
 */
export function rootsWritten(event: CallEvent, { io }: Call): Set<string> {
  const { toolName, toolCategory, toolInput, cwd } = event;
  const folders = new Set<string>();
  const add = (path: string | undefined) => {
    if (path !== undefined && isAbsolute(path) && folders.size < MOST) folders.add(nearestFolder(path));
  };
  if (toolKind(toolName, toolCategory, toolInput) === "shell") {
    followCall(event, io.env, {
      command(command) {
        if (!command.all.some(isElsewhere)) for (const path of placesOf(command, homeOf(io.env))) add(path);
        return [];
      },
      unread() {},
    });
  } else for (const path of namedPaths(event).paths) add(resolvedPath(path, cwd, io.env));
  return new Set([...folders].flatMap((folder) => findWorktree(folder)?.root ?? []));
}

/** The folder of a command that may write in it, and the files that it changes. */
function placesOf(command: CallCommand, home: string | undefined): string[] {
  const { words, redirects, known, folder } = command;
  const [name = "", ...own] = words;
  const into = redirects.flatMap(({ file, errors }) => (errors ? [] : file));
  const changed = Object.values(filesChanged(name, own)).flat();
  const isLook = printsOnly({ ...command, redirects: [] }) || said(name, "moves") === true;
  // A program of which nothing is known may change each path that it is given: `make -C folder`, `touch folder/file`.
  const given = isLook || changed.length > 0 ? [] : own.map((word) => word.replace(/^-[\w-]+=/, "")).filter(isPath);
  const files = [...into, ...changed, ...given].map((file) => pathIn(folder, file, home));
  return isLook || known === undefined ? files : [...files, known];
}

function isPath(word: string): boolean {
  return word === ".." || (word.includes("/") && !word.startsWith("-"));
}

function nearestFolder(path: string): string {
  let folder = resolve(path);
  while (!isFolder(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}
