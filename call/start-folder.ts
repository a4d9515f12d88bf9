import { isAbsolute, resolve } from "node:path";

import { isObject, type Json } from "../kit/json.ts";

/** The keys with which agents pass a working folder to their shell tool. */
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

/** The folder in which a tool's command starts; `undefined` if it is unknown. */
export function startFolder(input: Json | undefined, cwd: string | undefined): string | undefined {
  const named = isObject(input)
    ? FOLDERS.map((key) => input[key]).find((value) => typeof value === "string" && value !== "")
    : undefined;
  if (typeof named !== "string") return cwd;
  return isAbsolute(named) ? resolve(named) : cwd && resolve(cwd, named);
}
