import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";

import type { Io } from "../kit/io.ts";

/**
 * The git that would be started, found by looking for its file: a process only to ask would cost more than the answer.
 * Only absolute entries of PATH count, as when it is started: a file of the repository is never taken for git.
 */
export function findGit({ env, platform }: Pick<Io, "env" | "platform">): string | undefined {
  const name = platform === "win32" ? "git.exe" : "git";
  const path = env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin";
  const folder = path.split(delimiter).find((entry) => isAbsolute(entry) && isProgram(`${entry}/${name}`));
  return folder && `${folder}/${name}`;
}

function isProgram(file: string): boolean {
  if (!existsSync(file)) return false; // an exception is dear
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
