import { readFileSync, rmSync } from "node:fs";

import { namesIn } from "../kit/files.ts";
import type { Io } from "../kit/io.ts";
import { lifeOf, processSpace } from "../kit/process-life.ts";
import { dataDir } from "./data-dir.ts";

/** The folder of the residents' sockets; `undefined` on Windows, and if there is no data folder. */
export function residentFolder(io: Pick<Io, "env" | "platform">): string | undefined {
  const data = io.platform === "win32" ? undefined : dataDir(io);
  return data && `${data}/residents`;
}

/** A process that stays between two events and answers the next ones. */
export interface Running {
  /** The name of its socket. */
  readonly name: string;
  readonly pid: number;
}

/** The text of the file in which a resident notes its process id, which is valid on its machine or in its container. */
export function residentNote(pid: number): string {
  return `${pid} ${processSpace()}\n`;
}

/**
 * The residents in a folder that run on this machine or in this container; empty if the folder is missing. Files of
 * residents that were killed are removed.
 */
export function residentsIn(folder: string, platform: string): Running[] {
  return namesIn(folder).flatMap((file) => {
    if (!file.endsWith(NOTE)) return [];
    const note = readOwn(`${folder}/${file}`);
    const running = { name: file.slice(0, -NOTE.length), pid: Number.parseInt(note, 10) };
    if (note !== residentNote(running.pid)) return []; // elsewhere, or gone meanwhile
    if (lifeOf(running.pid, platform)) return [running];
    for (const left of [file, running.name]) rmSync(`${folder}/${left}`, { force: true });
    return [];
  });
}

/** The ending of the file that holds a resident's process id. */
const NOTE = ".pid";

function readOwn(file: string): string {
  try {
    return readFileSync(file, "latin1");
  } catch {
    return ""; // the resident ended meanwhile
  }
}

/**
 * Removes the sockets of all residents, so that nobody reaches one; each resident ends within some seconds. Never
 * throws: a resident whose program was replaced answers nobody anyway.
 */
export function endResidents(io: Pick<Io, "env" | "platform">): void {
  const folder = residentFolder(io);
  if (folder === undefined) return;
  try {
    rmSync(folder, { recursive: true, force: true });
  } catch {
    // Another process writes there at this moment.
  }
}

/**
 * The variable or setting by which no resident is started or asked, in words; `undefined` if none does.
 * @param isWanted the setting `resident`
 */
export function residentOffBy({ env }: Pick<Io, "env">, isWanted: boolean): string | undefined {
  if (env["SNAPVEIL_RESIDENT"] === "0") return "SNAPVEIL_RESIDENT=0";
  return isWanted ? undefined : '"resident": false in your settings';
}
