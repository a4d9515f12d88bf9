import { readdirSync, type Dirent } from "node:fs";

import type { Io } from "../kit/io.ts";
import { realPath } from "../kit/files.ts";
import { printable } from "../kit/text.ts";
import { isPersons } from "../worktree/doors/trust.ts";
import { safeGit } from "./safe-git.ts";

/** The most files that are listed, as in docker-agent. */
const MOST_LISTED = 100;
/** The most entries of folders that are looked at, as in docker-agent. */
const MOST_LOOKED_AT = 20_000;
/** The most milliseconds of the search, which runs before every turn. */
const PATIENCE = 500;

interface Wanted {
  readonly cwd: string;
  readonly names: readonly string[];
  /** How many levels of folders below the working directory are searched. */
  readonly depth: number;
  /** Files whose contents the model already gets. */
  readonly loaded: readonly string[];
}

/**
 * The text, in docker-agent's words, that lists the paths of prompt files below the working directory and says that
 * their contents were not loaded. `""` if there are no such files. Links are not followed, and hidden folders,
 * `node_modules`, files of other users and ignored files are left out.
 */
export function promptFilesBelow({ cwd, names, depth, loaded }: Wanted, io: Io): string {
  const root = realPath(cwd);
  const known = new Set(loaded.map(realPath));
  const { paths, isCut } = walk(root, new Set(names), depth, io);
  const found = withoutIgnored(
    paths.filter((path) => !known.has(`${root}/${path}`) && isPersons(`${root}/${path}`)),
    root,
    io,
  );
  if (found.length === 0) return "";
  const listed = found
    .slice(0, MOST_LISTED)
    .sort((a, b) => (inOrder(a) < inOrder(b) ? -1 : 1))
    .map((path) => `- ${path}\n`);
  const cut =
    isCut || found.length > MOST_LISTED ? "\n(listing truncated; more prompt files exist below this directory)\n" : "";
  return (
    `Prompt files found in subdirectories of ${root}. Their contents are NOT loaded:\n\n${listed.join("")}${cut}\n` +
    "Read the ones covering the files you are about to work on. For anything under its own directory, a nested " +
    "file's instructions take precedence over the instructions loaded above."
  );
}

/** The found files. The folders are searched level by level, so that the limits leave out the deepest files. */
function walk(root: string, names: ReadonlySet<string>, depth: number, io: Io): { paths: string[]; isCut: boolean } {
  const paths: string[] = [];
  const end = io.now().getTime() + Math.min(PATIENCE, io.timeLeft?.() ?? PATIENCE);
  let left = MOST_LOOKED_AT;
  let folders = [""];
  for (let level = 0; level <= depth && folders.length > 0; level += 1) {
    const below: string[] = [];
    for (const folder of folders) {
      for (const entry of entriesOf(`${root}/${folder}`)) {
        left -= 1;
        // More files are collected than are listed, since git may ignore some.
        if (left < 0 || paths.length > 2 * MOST_LISTED || io.now().getTime() > end) return { paths, isCut: true };
        // A line break in a name would add lines to the list.
        if (printable(entry.name) !== entry.name) continue;
        if (entry.isFile() && level > 0 && names.has(entry.name)) paths.push(folder + entry.name);
        if (entry.isDirectory() && !/^\.|^node_modules$/.test(entry.name)) below.push(`${folder}${entry.name}/`);
      }
    }
    folders = below;
  }
  return { paths, isCut: false };
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch {
    return [];
  }
}

/** A sort key for paths. It puts the files of a folder directly after the folder's name. */
function inOrder(path: string): string {
  return path.replaceAll("/", "\0");
}

/** The paths without those that git ignores; all paths if git cannot be asked. */
function withoutIgnored(paths: readonly string[], root: string, io: Io): readonly string[] {
  if (paths.length === 0) return paths;
  try {
    const git = safeGit(io, root, { needsWorktree: true, patience: PATIENCE });
    // check-ignore refuses literal pathspecs, but takes no path that begins with ./ for a pattern.
    const input = paths.map((path) => `./${path}\0`).join("");
    const ignored = git?.run(["check-ignore", "-z", "--stdin"], { input }, true).stdout.toString().split("\0") ?? [];
    return paths.filter((path) => !ignored.includes(`./${path}`));
  } catch {
    return paths;
  }
}
