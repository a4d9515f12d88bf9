import { readFileSync } from "node:fs";

import { atomicWrite } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { asNumber, isObject } from "../../kit/json.ts";
import { findGit } from "../../worktree/doors/git.ts";
import type { Place } from "../place.ts";
import { fileSignature } from "../read-disk.ts";
import { tryShadowGit } from "./shadow-git.ts";

/**
 * The version of the installed git, 2.39 as 2039; 0 if git does not say. To ask git takes a process, so the answer is
 * kept in the shadow repository for as long as the program stays the same file.
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
    return undefined; // never asked, or cut off
  }
}

/**
 * Settings by which the disk has every object before anything names it, or a power cut could leave names without
 * contents. Packs git always treats so, files of their own only if told, before 2.36 by another name. Not all of them
 * at once (core.fsyncMethod=batch): that costs git twice the work, and git 2.39 fails if it writes a pack beside them.
 */
export function durable(io: Io, place: Place): readonly string[] {
  return ["-c", gitVersion(io, place) >= 2036 ? "core.fsync=objects" : "core.fsyncObjectFiles=true"];
}
