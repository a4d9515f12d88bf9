import { readFileSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { asNumber, isObject } from "../../kit/json.ts";
import { findGit } from "../../worktree/doors/git.ts";
import type { Place } from "../place.ts";
import { fileSignature } from "../read-disk.ts";
import { tryShadowGit } from "./shadow-git.ts";

/**
 * The version of the installed git, 2.39 as 2039; 0 if git does not say. Asking git takes a process, so the version is
 * stored in the shadow repository until the git program is another file.
 */
export function gitVersion(io: Io, place: Place): number {
  const program = findGit(io);
  const git = program === undefined ? "" : `${program} ${fileSignature(program)}`;
  const file = `${place.shadow}/git-version`;
  const known = read(file);
  if (known?.git === git) return known.version;
  const [, major, minor] =
    /^git version (\d+)\.(\d+)/.exec(tryShadowGit(io, place, ["version"]).stdout.toString("latin1")) ?? [];
  const version = major === undefined ? 0 : Number(major) * 1000 + Number(minor);
  atomicWrite(file, JSON.stringify({ git, version }), { pid: io.pid });
  return version;
}

function read(file: string): { git: unknown; version: number } | undefined {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    const version = isObject(value) ? asNumber(value["version"]) : undefined;
    return isObject(value) && version !== undefined ? { git: value["git"], version } : undefined;
  } catch {
    return undefined; // not stored yet, or truncated
  }
}

/**
 * Settings that make git flush each object to the disk before a name refers to it, since a power cut could otherwise
 * leave names without contents. git always flushes packs, but loose objects only by this setting, which had another
 * name before 2.36. core.fsyncMethod=batch is not used: it doubles git's work, and git 2.39 fails with it if it also
 * writes a pack.
 */
export function durable(io: Io, place: Place): readonly string[] {
  return ["-c", gitVersion(io, place) >= 2036 ? "core.fsync=objects" : "core.fsyncObjectFiles=true"];
}
