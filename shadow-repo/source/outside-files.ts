import { existsSync } from "node:fs";

import type { Io } from "../../kit/io.ts";
import { readRegularFile } from "../../kit/files.ts";
import { expandPath } from "../../worktree/read-git-config.ts";
import { builtInExcludesFile } from "../built-in-excludes.ts";
import type { Place } from "../place.ts";
import { excludesFileSetting } from "./git-setting.ts";
import { joinRules } from "./ignore-files.ts";

/** A file with ignore rules outside of the worktree, and its text: `undefined` if it cannot be read. */
interface OutsideFile {
  readonly file: string;
  readonly text: string | undefined;
}

/** The files with ignore rules outside of the worktree. */
export interface OutsideFiles {
  /** The user's excludes file, if the settings name one. */
  readonly users: OutsideFile | undefined;
  /** The source's `info/exclude`, which is stronger. */
  readonly sources: OutsideFile;
  /** The files' texts, one character a byte, the stronger last. */
  readonly text: string;
}

export function outsideFiles(io: Io, { worktree, shadow }: Place): OutsideFiles {
  const setting = excludesFileSetting(io, worktree);
  const usersFile = setting === undefined ? defaultExcludesFile(io) : expandPath(setting, worktree.root, io.env);
  const none = { file: "", text: "" }; // set to nothing: not even that of the default place
  const users = usersFile === undefined ? undefined : usersFile === "" ? none : read(usersFile);
  const own = read(`${worktree.commonDir}/info/exclude`);
  // These rules count only without git: with it, only git's own rules do.
  const sources = own.text !== undefined || existsSync(worktree.gitDir) ? own : read(builtInExcludesFile(shadow));
  return { users, sources, text: joinRules([users?.text ?? "", sources.text ?? ""]) };
}

function defaultExcludesFile({ env }: Io): string | undefined {
  const xdg = env["XDG_CONFIG_HOME"] || (env["HOME"] && `${env["HOME"]}/.config`);
  return xdg && `${xdg}/git/ignore`;
}

function read(file: string): OutsideFile {
  if (!existsSync(file)) return { file, text: undefined }; // an exception is dear
  try {
    return { file, text: readRegularFile(file).bytes.toString("latin1") };
  } catch {
    return { file, text: undefined };
  }
}
