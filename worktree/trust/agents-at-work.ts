import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { ancestorsOf, type Ancestor } from "../../kit/ancestors.ts";
import { makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { dataDir } from "../data-dir.ts";

/** A shell that an agent may use to run a hook's command line. */
const SHELL = /^(?:.*\/)?-?(?:ba|da|z|k|fi)?sh$/;
/** The option of `sh -c LINE`. A shell without this option was started by a person who tries the command line. */
const RUNS_LINE = /^-\w*c$/;
/** A launcher of snapveil, which waits for the process that it starts. */
const LAUNCHER = /(?:^|\/)snapveil(?:-hook)?$/;

/**
 * Notes the process that started this hook as an agent, for `agentsAtWork`. Called when a session begins. Never throws:
 * the hook works without the note.
 */
export function noteAgentAtWork(io: Pick<Io, "env" | "pid" | "caller" | "platform">): void {
  const data = dataDir(io);
  if (data === undefined) return;
  try {
    const agent = starterOf(ancestorsOf(io.caller ?? io.pid, io.platform));
    const life = agent && lifeOf(agent.pid, io.platform);
    if (!agent || !life || life.born === "") return;
    const folder = folderIn(data);
    makeFolder(folder);
    for (const pid of pidsIn(folder)) if (!isAlive(folder, pid, io.platform)) rmSync(`${folder}/${pid}`);
    writeFileSync(`${folder}/${agent.pid}`, life.born, { mode: 0o600 });
  } catch {
    // Without the note the hook works, and there are other signs of an agent.
  }
}

/** Ids of running processes that started a hook of snapveil. */
export function agentsAtWork(io: Pick<Io, "env" | "platform">): readonly number[] {
  const data = dataDir(io);
  if (data === undefined) return [];
  const folder = folderIn(data);
  return pidsIn(folder).filter((pid) => isAlive(folder, pid, io.platform));
}

export function isAtWork(io: Pick<Io, "env" | "platform">, pid: number): boolean {
  const data = dataDir(io);
  return data !== undefined && isAlive(folderIn(data), pid, io.platform);
}

/**
 * The first ancestor of a hook that is neither the shell of its command line nor a launcher; `undefined` if the system
 * does not list ancestors.
 */
export function callerOf(ancestors: readonly Ancestor[]): Ancestor | undefined {
  return ancestors.find(
    ({ words: [program = "", option = ""] }) =>
      !SHELL.test(program) || !(RUNS_LINE.test(option) || LAUNCHER.test(option)),
  );
}

/** The program that started a hook; `undefined` if a person started it from a shell. */
export function starterOf(ancestors: readonly Ancestor[]): Ancestor | undefined {
  const first = callerOf(ancestors);
  return first && !SHELL.test(first.words[0] ?? "") ? first : undefined;
}

function folderIn(data: string): string {
  return `${data}/agents-at-work`;
}

function pidsIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number);
  } catch {
    return [];
  }
}

/** Whether the process in the note still runs. The system reuses process ids, so the start times are compared. */
function isAlive(folder: string, pid: number, platform: string): boolean {
  try {
    const born = readFileSync(`${folder}/${pid}`, "utf8");
    return lifeOf(pid, platform)?.born === born;
  } catch {
    return false;
  }
}
