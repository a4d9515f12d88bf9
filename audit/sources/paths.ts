import { lstatSync, realpathSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

import ignore from "ignore";

import { UserError } from "../../kit/user-error.ts";
import { findWorktree } from "../../worktree/find-worktree.ts";
import { readText } from "../read-text.ts";
import type { Content } from "../source.ts";
import { nameFrom, type AuditPlace } from "./audit-place.ts";
import { filesBelow } from "./files-below.ts";
import { isIgnored, withFolder, type IgnoreChain } from "./ignore-chain.ts";
import { readFile } from "./read-file.ts";
import { trackedFiles, type TrackedFiles } from "./tracked-files.ts";

/**
 * The files at and below some paths. What git ignores is left out, unless it is tracked all the same or named itself.
 * A symlink is never followed.
 */
export function* paths(place: AuditPlace, given: readonly string[]): Generator<Content> {
  const seen = new Set<string>();
  const asked = new Map<string | undefined, TrackedFiles>();
  for (const path of given.map((one) => resolve(place.io.cwd, one))) {
    for (const [file, tracked] of filesAt(place, path, asked)) {
      if (seen.has(file) || place.rules.isLeftOut(file)) continue;
      seen.add(file);
      const name = nameFrom(place.io.cwd, file);
      try {
        yield { source: { origin: "file", name, tracked }, chunks: readFile(file) };
      } catch (error) {
        const why = (error as NodeJS.ErrnoException).code ?? "unreadable";
        if (file === path) throw new UserError("unreadablePath", [name, why], error);
        if (why !== "ENOENT") place.unread({ name, why }); // else it went away since its folder was read
      }
    }
  }
}

function* filesAt(
  place: AuditPlace,
  path: string,
  asked: Map<string | undefined, TrackedFiles>,
): Generator<readonly [file: string, tracked: boolean]> {
  const stats = lstatOrFail(path);
  const folder = realpathSync(stats.isDirectory() ? path : dirname(path));
  const worktree = findWorktree(folder);
  const tracked = asked.get(worktree?.root) ?? trackedFiles(place.io, worktree?.root);
  asked.set(worktree?.root, tracked);
  if (!stats.isDirectory()) return yield [path, tracked.hasFile(path)];

  const chains = new Map<string, IgnoreChain | undefined>();
  const enters = (one: string) => chains.set(one, withFolder(chains.get(dirname(one)), one, [".gitignore"]));
  if (worktree) {
    chains.set(dirname(worktree.root), excludesOf(worktree.root, worktree.commonDir));
    for (const one of foldersTo(worktree.root, folder)) enters(one);
    // named itself, so what ignores it does not count below it
    if (isIgnored(chains.get(dirname(folder)), folder, true)) chains.delete(dirname(folder));
  }
  const wants = (one: string, isFolder: boolean) =>
    !isIgnored(chains.get(dirname(one)), one, isFolder) || (isFolder ? tracked.hasFolder(one) : tracked.hasFile(one));
  for (const file of filesBelow(folder, { wants, enters, unread: place.unread })) yield [file, tracked.hasFile(file)];
}

function lstatOrFail(path: string): ReturnType<typeof lstatSync> & object {
  try {
    const stats = lstatSync(path);
    if (stats.isSymbolicLink())
      throw new UserError("unreadablePath", [path, "it is a symbolic link, and these are not followed"]);
    return stats;
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError(
      "unreadablePath",
      [
        path,
        (error as NodeJS.ErrnoException).code === "ENOENT"
          ? "there is no such file"
          : String((error as NodeJS.ErrnoException).code),
      ],
      error,
    );
  }
}

/** git's own list of what to ignore in this clone. */
function excludesOf(root: string, commonDir: string): IgnoreChain {
  return { folder: root, rules: ignore().add(readText(join(commonDir, "info", "exclude")) ?? "") };
}

/** `/a`, `/a/b/c` → `/a`, `/a/b` */
function foldersTo(root: string, folder: string): string[] {
  const steps = relative(root, folder)
    .split(sep)
    .filter((step) => step !== "");
  return steps.map((_step, at) => join(root, ...steps.slice(0, at)));
}
