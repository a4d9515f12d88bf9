import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";

import type { Io } from "../kit/io.ts";

/**
 * The path of the git that snapveil starts; `undefined` if there is none. Looking for the file costs less than starting
 * a process. Relative entries of PATH are ignored here, as they are when git is started, so that a file of the
 * repository is never taken for git.
 */
export function findGit({ env, platform }: Pick<Io, "env" | "platform">): string | undefined {
  const name = platform === "win32" ? "git.exe" : "git";
  const path = env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  const folder = path.split(delimiter).find((entry) => isAbsolute(entry) && isProgram(`${entry}/${name}`));
  return folder && `${folder}/${name}`;
}

function isProgram(file: string): boolean {
  if (!existsSync(file)) return false; // `existsSync` is cheaper than the exception of `accessSync`
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
