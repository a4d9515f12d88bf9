import { existsSync } from "node:fs";
import { join } from "node:path";

import type { Io } from "../../kit/io.ts";
import { readRegularFile } from "../../kit/read-regular-file.ts";
import { runProcess } from "../../kit/run-process.ts";
import { foldersOf, onDisk, type GitPath } from "../git-path.ts";
import type { Place } from "../place.ts";
import { expandPath } from "../../worktree/read-git-config.ts";
import { joinNul, splitNul } from "../shadow-git.ts";
import { sourceEnvironment } from "../source-environment.ts";
import { userSetting } from "../user-setting.ts";

/** Attributes that make the content in the source differ from the file's at the same size; line ends change the size. */
const CONVERTING = ["filter", "ident", "working-tree-encoding"];

/** Bytes of an attributes file that are looked at; a longer one is left to git. */
const LARGEST = 1 << 20;

/** Paths that the source's git converts between file and object; `undefined` where that cannot be told. */
export function convertedPaths(io: Io, place: Place, paths: readonly GitPath[]): ReadonlySet<GitPath> | undefined {
  if (!mayConvert(io, place, paths)) return new Set();
  // Reading attributes starts no program; fsmonitor and hooks, which reading the index might, are off.
  const args = ["-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "check-attr", "--stdin", "-z", ...CONVERTING];
  const result = runProcess("git", args, { env: sourceEnvironment(io), cwd: place.worktree.root, input: joinNul(paths), timeLeft: io.timeLeft });
  if (result.status !== 0) return undefined;
  const converted = new Set<GitPath>();
  const fields = splitNul(result.stdout); // path, attribute, value, path, …
  for (let at = 0; at + 2 < fields.length; at += 3) {
    if (fields[at + 2] !== "unspecified" && fields[at + 2] !== "unset") converted.add(fields[at]!);
  }
  return converted;
}

/** Whether any attributes file that git would ask so much as names one of them: most repositories have none. */
function mayConvert(io: Io, place: Place, paths: readonly GitPath[]): boolean {
  if (io.platform !== "linux") return true; // where the system's attributes file lies is not certain
  const setting = userSetting(io, place, "core.attributesFile");
  if (setting === "ask git") return true;
  const xdg = io.env["XDG_CONFIG_HOME"] || (io.env["HOME"] && join(io.env["HOME"], ".config"));
  const own = setting !== undefined ? expandPath(setting, place.worktree.root, io.env) : xdg && join(xdg, "git", "attributes");
  const files = ["/etc/gitattributes", join(place.worktree.commonDir, "info", "attributes"), ...(own ? [own] : [])];
  const folders = new Set<GitPath>([""]);
  let last = "";
  for (const path of paths) {
    if (last !== "" && path.startsWith(last) && !path.includes("/", last.length)) continue; // in the same folder as the one before
    last = path.slice(0, path.lastIndexOf("/") + 1);
    for (const above of foldersOf(path)) folders.add(above);
  }
  const inside = [...folders].map((folder) => onDisk(place.worktree.root, `${folder}.gitattributes`));
  return [...files, ...inside].some(namesConverting);
}

/** Links are followed: in the worktree git does not, but before 2.32 it did. */
function namesConverting(file: string | Buffer): boolean {
  if (!existsSync(file)) return false; // mostly there is none, and an exception is dear
  try {
    const { bytes, whole } = readRegularFile(file, LARGEST);
    return !whole || CONVERTING.some((name) => bytes.includes(name));
  } catch {
    return false;
  }
}
