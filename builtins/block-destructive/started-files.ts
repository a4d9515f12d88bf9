import { resolve } from "node:path";

import { readRegularFile } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";

/** Bytes of a script file, and files of one call. */
const [LARGEST, MOST] = [256 * 1024, 8] as const;

/** A file behind a shell or an interpreter, or a path in the place of a program; bounded, since a call may be long. */
const STARTED =
  /(?:(?:^|[\s;&|({"'`])(?:(?:ba|z|da|k|a)?sh|source|\.|python[\d.]{0,8}|node|ruby|perl|php)[ \t]{1,8}(?:-\w{1,20}[ \t]{1,8}){0,8}|(?:^|[;&|({\n]|&&)[ \t]{0,40}(?:\w{1,80}=\S{0,200}[ \t]{1,8}){0,8}(?=\.{0,2}\/|~\/))["']?((?!-)[\w.~@%+/-]{1,400})/g;
/** A folder that the call goes to first. */
const FIRST_FOLDER = /^\s*cd[ \t]+["']?([^\s"';&|]+)["']?[ \t]*(?:&&|;|\n)/;

/** The texts of files that are there and that a script may start, by its look alone. */
export function startedTexts(script: string, cwd: string | undefined, io: Pick<Io, "env">): string[] {
  if (cwd === undefined) return [];
  const folder = resolve(cwd, withHome(FIRST_FOLDER.exec(script)?.[1] ?? ".", io));
  const files = [...script.matchAll(STARTED)].slice(0, MOST).map(([, file]) => file!);
  return [...new Set(files)].flatMap((file) => scriptIn(resolve(folder, withHome(file, io)))?.toString("utf8") ?? []);
}

/** The bytes of a script file; `undefined` if it is no text, is too long or cannot be read. */
export function scriptIn(path: string): Buffer | undefined {
  try {
    const { bytes, whole } = readRegularFile(path, LARGEST);
    return whole && !bytes.includes(0) ? bytes : undefined;
  } catch {
    return undefined;
  }
}

function withHome(path: string, { env }: Pick<Io, "env">): string {
  return path.startsWith("~/") ? `${homeOf(env) ?? "~"}${path.slice(1)}` : path;
}
