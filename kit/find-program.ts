import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, isAbsolute } from "node:path";

import type { Io } from "./io.ts";

/**
 * The path of a program in the folders of PATH; `undefined` if there is none. Looking for the file costs less than
 * starting a process. Relative entries of PATH are ignored, so that a file of the repository is never taken.
 * @param endings the endings of programs' names on Windows
 */
export function findProgram(
  name: string,
  { env, platform }: Pick<Io, "env" | "platform">,
  endings: readonly string[] = [".exe"],
): string | undefined {
  const names = platform === "win32" ? endings.map((ending) => name + ending) : [name];
  for (const folder of (env["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(delimiter)) {
    const found = isAbsolute(folder) ? names.find((one) => isProgram(`${folder}/${one}`)) : undefined;
    if (found !== undefined) return `${folder}/${found}`;
  }
  return undefined;
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
