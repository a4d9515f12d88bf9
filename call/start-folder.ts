import { isAbsolute, resolve } from "node:path";

import { isObject, type Json } from "../kit/json.ts";

/** Keys under which an agent's shell tool gets its folder. */
const FOLDERS = [
  "workdir",
  "cwd",
  "working_dir",
  "working_directory",
  "workingDirectory",
  "workDir",
  "dir_path",
  "directory",
];

/** The folder that a tool's command begins in; `undefined` if that cannot be told. */
export function startFolder(input: Json | undefined, cwd: string | undefined): string | undefined {
  const named = isObject(input)
    ? FOLDERS.map((key) => input[key]).find((value) => typeof value === "string" && value !== "")
    : undefined;
  if (typeof named !== "string") return cwd;
  return isAbsolute(named) ? resolve(named) : cwd && resolve(cwd, named);
}
