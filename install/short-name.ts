import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { isBare } from "../agents/formats/command-line.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";

/**
 * A PowerShell expression for a folder's short name on Windows ("JOHNDO~1"). The folder's path is passed in an
 * environment variable, so it needs no quotes.
 */
const ASK = "(New-Object -ComObject Scripting.FileSystemObject).GetFolder($env:SNAPVEIL_FOLDER).ShortPath";

/** Milliseconds that PowerShell may take. */
const PATIENCE = 20_000;

/**
 * The data folder by a path that needs no quotes. On Windows a user's folder may contain a blank ("John Doe"), and
 * PowerShell does not run a quoted path as a command, but the folder's 8.3 short name has no blank. If the disk has no
 * short names, the path stays as it is.
 */
export function bareFolder(io: Pick<Io, "env" | "platform">, folder: string, ask = shortName): string {
  if (io.platform !== "win32" || isBare(folder)) return folder;
  let there = folder;
  while (!existsSync(there) && dirname(there) !== there) there = dirname(there);
  const short = ask(io, there);
  const named = short === undefined ? folder : join(short, relative(there, folder));
  return isBare(named) ? named : folder;
}

function shortName({ env }: Pick<Io, "env">, folder: string): string | undefined {
  const present = Object.entries(env).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const { status, stdout } = runProcess("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", ASK], {
    env: { ...Object.fromEntries(present), SNAPVEIL_FOLDER: folder },
    timeout: PATIENCE,
  });
  const name = stdout.toString("utf8").trim();
  return status === 0 && name !== "" ? name : undefined;
}
