import { existsSync, readFileSync, statSync } from "node:fs";

import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { readGitConfig, type GitConfig } from "../worktree/doors/git.ts";
import { BUILT_IN_EXCLUDES } from "./built-in-excludes.ts";
import type { Place } from "./place.ts";

/**
 * The attributes under which bytes go in and out as they are: no line ends, no filters, no idents, no encodings. This
 * file wins over all others.
 */
const ATTRIBUTES = "* -text -eol -crlf -filter -ident -working-tree-encoding\n";

/**
 * Whether the shadow repository was made to its end: HEAD is written last.
 * @throws the system's error if its folder cannot be read: it may well exist
 */
export function hasShadow(place: Place): boolean {
  const head = `${place.shadow}/HEAD`;
  if (existsSync(head)) return true;
  const isFolder = statSync(place.shadow, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && statSync(head, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Makes the shadow repository, and repairs missing or wrong files of it. Written by hand: `git init` copies templates
 * with hooks and asks the user's settings. Two processes that do it at once write the same files.
 */
export function createShadow(io: Io, place: Place): void {
  for (const folder of ["objects/pack", "refs", "info", "pending", "tmp"]) makeFolder(`${place.shadow}/${folder}`);
  const source = readGitConfig(`${place.worktree.commonDir}/config`, io.env);
  const isSha256 = source.get("extensions.objectformat")?.toLowerCase() === "sha256";
  const put = (name: string, ...texts: [string, ...string[]]) => {
    const file = `${place.shadow}/${name}`;
    if (!texts.includes(read(file) ?? "")) atomicWrite(file, texts[0], { pid: io.pid });
  };
  // If the source was made anew in the other format, the records are in the former one.
  put("config", configText(io, source, isSha256), configText(io, source, !isSha256));
  put("info/attributes", ATTRIBUTES);
  if (place.withoutGit) put("info/without-git", BUILT_IN_EXCLUDES);
  put("worktree", `${place.worktree.root}\n`);
  put("HEAD", "ref: refs/heads/none\n");
}

function read(file: string): string | undefined {
  try {
    return existsSync(file) ? readRegularFile(file).bytes.toString("utf8") : undefined;
  } catch {
    return undefined;
  }
}

/** The hash that names the source's objects: `sha1` or `sha256`. */
export function objectFormat(place: Place): "sha1" | "sha256" {
  try {
    const text = readFileSync(`${place.shadow}/config`, "utf8");
    // The cheap condition of each match comes first: a pattern is compiled anew in each process.
    return text.includes("256") && /^\s*objectformat\s*=\s*sha256\s*$/im.test(text) ? "sha256" : "sha1";
  } catch {
    return "sha1";
  }
}

function configText(io: Io, source: GitConfig, sha256: boolean): string {
  const windows = io.platform === "win32";
  return `[core]
	repositoryformatversion = ${sha256 ? 1 : 0}
	bare = false
${fileSystem(io, source)}	logAllRefUpdates = false
	autocrlf = false
	safecrlf = false
	hooksPath = /dev/null
	attributesFile = /dev/null
	fsmonitor = false
	untrackedCache = false
	splitIndex = false
	warnAmbiguousRefs = false
	sparseCheckout = false
	precomposeUnicode = false
	protectNTFS = ${windows}
	protectHFS = ${io.platform === "darwin"}
	longpaths = true
	sharedRepository = 0600
[index]
	version = 2
	skipHash = false
[gc]
	auto = 0
[maintenance]
	auto = false
${sha256 ? "[extensions]\n\tobjectFormat = sha256\n" : ""}`;
}

/**
 * The settings of the file system. On Windows and macOS these differ, so they are those that git found when it made the
 * source. On other systems a repository has no say in whether links and executable bits are recorded.
 */
function fileSystem(io: Io, source: GitConfig): string {
  if (io.platform !== "win32" && io.platform !== "darwin")
    return "\tfilemode = true\n\tsymlinks = true\n\tignorecase = false\n";
  return ["filemode", "symlinks", "ignorecase"].map((name) => probed(name, source)).join("");
}

/** A yes or a no; nothing else is taken over. */
function probed(name: string, source: GitConfig): string {
  const value = source.get(`core.${name}`)?.toLowerCase();
  return value === "true" || value === "false" ? `\t${name} = ${value}\n` : "";
}

/** Whether a worktree has a shadow repository; one that it had before it was moved comes along. */
export async function findShadow(io: Io, place: Place): Promise<boolean> {
  return hasShadow(place) || (await import("./adopt-moved.ts")).adoptMoved(io, place);
}
