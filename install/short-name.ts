import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";

import { isBare } from "../agents/formats/command-line.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";

/**
 * A PowerShell expression for the short name of a folder on Windows ("JOHNDO~1"); the folder comes by the environment,
 * unquoted.
 */
const ASK = "(New-Object -ComObject Scripting.FileSystemObject).GetFolder($env:SNAPVEIL_FOLDER).ShortPath";

/** Milliseconds: a start of PowerShell. */
const PATIENCE = 20_000;

/**
 * The data folder by a name that needs no quotes. On Windows a profile's folder may have a blank ("John Doe"), and
 * PowerShell starts nothing whose path stands in quotes: its short name needs none, if the disk keeps such names. The
 * folder itself if there is none.
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
