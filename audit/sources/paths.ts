import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname, join, resolve } from "node:path";

import { UserError } from "../../kit/user-error.ts";
import { IgnoreRules, readIgnoreFile } from "../../shadow-repo/doors/source.ts";
import { findWorktree, type Worktree } from "../../worktree/doors/worktree.ts";
import { sourceRepository } from "../audited-repository.ts";
import { askGit } from "../git.ts";
import { readText } from "../project-rules.ts";
import { nameFrom, type AuditPlace, type Content } from "../source.ts";
import { filesBelow, readFile, toRulePath } from "./files-below.ts";

/**
 * Yields the files at or below the given paths. An ignored file is skipped unless it is tracked or is itself a given
 * path. Symlinks are not followed.
 */
export async function* paths(place: AuditPlace, given: readonly string[]): AsyncGenerator<Content> {
  const seen = new Set<string>();
  const known = new Map<string, ReadonlySet<string>>();
  for (const path of given.map((one) => resolve(place.io.cwd, one))) {
    const stats = lstatOrFail(path);
    const folder = realpathSync(stats.isDirectory() ? path : dirname(path));
    const worktree = findWorktree(folder);
    const root = worktree?.root ?? folder;
    const tracked = known.get(root) ?? (worktree ? await trackedFiles(place, worktree) : new Set<string>());
    known.set(root, tracked);
    const excludes = worktree && readText(join(worktree.commonDir, "info", "exclude"), "latin1");
    const rules = rulesBelow(root, folder, excludes ?? "", place.io.platform !== "linux");
    const files = stats.isDirectory() ? filesBelow(folder, place.unread, { root, rules, tracked }) : [path];
    for (const file of files) {
      if (seen.has(file) || place.isLeftOut(file)) continue;
      seen.add(file);
      const name = nameFrom(place.io.cwd, file);
      try {
        yield await readFile(file, { origin: "file", name, tracked: tracked.has(file) });
      } catch (error) {
        const why = (error as NodeJS.ErrnoException).code ?? "unreadable";
        if (file === path) throw new UserError("unreadablePath", [name, why], error);
        if (why !== "ENOENT") place.unread({ name, why }); // ENOENT: the file was deleted after its folder was read
      }
    }
  }
}

function lstatOrFail(path: string): Stats {
  let stats;
  try {
    stats = lstatSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new UserError("unreadablePath", [path, code === "ENOENT" ? "there is no such file" : String(code)], error);
  }
  if (stats.isSymbolicLink())
    throw new UserError("unreadablePath", [path, "it is a symbolic link, and these are not followed"]);
  return stats;
}

/**
 * The ignore rules in a folder. If the given folder is itself ignored, only the rules of the `.gitignore` files in this
 * folder apply.
 */
function rulesBelow(root: string, folder: string, excludes: string, ignoreCase: boolean): IgnoreRules {
  const textIn = (path: string) => readIgnoreFile(root, `${path}.gitignore`);
  const all = new IgnoreRules(excludes, ignoreCase, textIn);
  const own = toRulePath(root, folder, true);
  if (own === "" || !all.ignores(own)) return all;
  return new IgnoreRules("", false, (path) => (path.startsWith(own) ? textIn(path) : undefined));
}

/** The tracked files of a worktree and the folders above them; empty if git cannot list them. */
async function trackedFiles({ io, warn }: AuditPlace, worktree: Worktree): Promise<ReadonlySet<string>> {
  const { root } = worktree;
  const tracked = new Set<string>();
  let listed;
  try {
    listed = await askGit(sourceRepository(io, worktree), ["ls-files", "-z"]);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    if (error.code !== "noGit")
      warn(`${error.message} So no comment counts, and tracked files that are ignored are left out.`);
    return tracked;
  }
  for (const path of listed.split("\0")) {
    if (path === "") continue;
    for (let one = join(root, path); one.length > root.length && !tracked.has(one); one = dirname(one))
      tracked.add(one);
  }
  return tracked;
}
