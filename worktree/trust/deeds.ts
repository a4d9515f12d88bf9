import { statSync, writeFileSync } from "node:fs";

import { makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { dataDir } from "../data-dir.ts";

/** Commands of a person's after which files of agents change. */
export type Deed = "install" | "uninstall" | "off";

/**
 * Notes that a person does this now. Called behind `requirePerson`, before the first file changes: an agent's hook asks
 * for it when it hears of the change.
 */
export function noteDeed(io: Pick<Io, "env" | "platform">, deed: Deed): void {
  const data = dataDir(io);
  if (data === undefined) return;
  const folder = `${data}/deeds`;
  makeFolder(folder);
  writeFileSync(`${folder}/${deed}`, "", { mode: 0o600 });
}

/** Whether a person did it in so many milliseconds before now. */
export function wasDone(io: Pick<Io, "env" | "platform" | "now">, deed: Deed, within: number): boolean {
  const data = dataDir(io);
  const stats = data === undefined ? undefined : statSync(`${data}/deeds/${deed}`, { throwIfNoEntry: false });
  const age = stats && io.now().getTime() - stats.mtimeMs;
  return age !== undefined && age < within;
}
