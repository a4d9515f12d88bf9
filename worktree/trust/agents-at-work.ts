import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";

import { ancestorsOf, type Ancestor } from "../../kit/ancestors.ts";
import { makeFolder } from "../../kit/files.ts";
import type { Io } from "../../kit/io.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { dataDir } from "../data-dir.ts";

/** Shells with which an agent starts a hook's line. */
const SHELL = /^(?:.*\/)?-?(?:ba|da|z|k|fi)?sh$/;
/** `sh -c LINE`; an interactive shell, or one with a script, was started by somebody who tries a line by hand. */
const RUNS_LINE = /^-\w*c$/;
/** A launcher of snapveil's, which waits for the program that it has started. */
const LAUNCHER = /(?:^|\/)snapveil(?:-hook)?$/;

/**
 * Notes the process that started this hook, so that a command for persons knows its children. Asked at the beginning of
 * a session. Never throws: a hook does its work without the note.
 */
export function noteAgentAtWork(io: Pick<Io, "env" | "pid" | "platform">): void {
  const data = dataDir(io);
  if (data === undefined) return;
  try {
    const agent = starterOf(ancestorsOf(io.pid, io.platform));
    const life = agent && lifeOf(agent.pid, io.platform);
    if (!agent || !life || life.born === "") return;
    const folder = folderIn(data);
    makeFolder(folder);
    for (const pid of pidsIn(folder)) if (!isAlive(folder, pid, io.platform)) rmSync(`${folder}/${pid}`);
    writeFileSync(`${folder}/${agent.pid}`, life.born, { mode: 0o600 });
  } catch {
    // The note is one of several signs.
  }
}

/** Numbers of living processes that run snapveil's hooks. */
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

/** The first process above a hook that is no shell of the hook's line; `undefined` where the system does not tell. */
export function callerOf(ancestors: readonly Ancestor[]): Ancestor | undefined {
  return ancestors.find(
    ({ words: [program = "", option = ""] }) =>
      !SHELL.test(program) || !(RUNS_LINE.test(option) || LAUNCHER.test(option)),
  );
}

/** The process that calls a hook; `undefined` if a person's shell started the hook. */
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

/** Whether the process is still that of the note: numbers come again. */
function isAlive(folder: string, pid: number, platform: string): boolean {
  try {
    const born = readFileSync(`${folder}/${pid}`, "utf8");
    return lifeOf(pid, platform)?.born === born;
  } catch {
    return false;
  }
}
