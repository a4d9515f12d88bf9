import { existsSync, readFileSync, statSync } from "node:fs";

import { atomicWrite, makeFolder, readRegularFile } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { readGitConfig, type GitConfig } from "../worktree/doors/git.ts";
import { BUILT_IN_EXCLUDES } from "./built-in-excludes.ts";
import type { Place } from "./place.ts";

/**
 * Attributes that make git store and write files byte for byte: no conversion of line ends, filters, `$Id$` or
 * encodings. As `info/attributes` this text overrules every other attributes file.
 */
const ATTRIBUTES = "* -text -eol -crlf -filter -ident -working-tree-encoding\n";

/**
 * Whether the shadow repository is complete: `createShadow` writes HEAD last.
 * @throws the system's error if its folder cannot be read, since the repository may exist
 */
export function hasShadow(place: Place): boolean {
  const head = `${place.shadow}/HEAD`;
  if (existsSync(head)) return true;
  const isFolder = statSync(place.shadow, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder && statSync(head, { throwIfNoEntry: false }) !== undefined;
}

/**
 * Creates the shadow repository, or rewrites its missing and wrong files. It does not call `git init`, which copies
 * templates with hooks and obeys the user's settings. Two processes may run this function at once, since both write the
 * same files.
 */
export function createShadow(io: Io, place: Place): void {
  for (const folder of ["objects/pack", "refs", "info", "pending", "tmp"]) makeFolder(`${place.shadow}/${folder}`);
  const source = readGitConfig(`${place.worktree.commonDir}/config`, io.env);
  const isSha256 = source.get("extensions.objectformat")?.toLowerCase() === "sha256";
  const put = (name: string, ...texts: [string, ...string[]]) => {
    const file = `${place.shadow}/${name}`;
    if (!texts.includes(read(file) ?? "")) atomicWrite(file, texts[0], { pid: io.pid });
  };
  // Accept a config with the other hash: the user may have deleted the source and created it with another hash than the
  // records have.
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

/** The hash that names the objects of the shadow repository; `sha1` if its config cannot be read. */
export function objectFormat(place: Place): "sha1" | "sha256" {
  try {
    const text = readFileSync(`${place.shadow}/config`, "utf8");
    // Search for "256" first: each hook is a new process, which has to compile the pattern.
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
 * The settings about the file system. On Windows and macOS they depend on the disk, so they are taken from the source's
 * config, in which git has noted what it found. Other systems always record links and executable bits, whatever the
 * source's config says.
 */
function fileSystem(io: Io, source: GitConfig): string {
  if (io.platform !== "win32" && io.platform !== "darwin")
    return "\tfilemode = true\n\tsymlinks = true\n\tignorecase = false\n";
  return ["filemode", "symlinks", "ignorecase"].map((name) => probed(name, source)).join("");
}

/** A setting of the source as a line of a config; empty unless its value is `true` or `false`. */
function probed(name: string, source: GitConfig): string {
  const value = source.get(`core.${name}`)?.toLowerCase();
  return value === "true" || value === "false" ? `\t${name} = ${value}\n` : "";
}

/**
 * Whether a worktree has a shadow repository; if the worktree was moved, its former repository is moved along first.
 */
export async function findShadow(io: Io, place: Place): Promise<boolean> {
  if (hasShadow(place) || (await import("./adopt-moved.ts")).adoptMoved(io, place)) return true;
  return hasShadow(place); // another process may have moved the repository along meanwhile
}
