import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { join } from "node:path";

import { decisiveText } from "../../bin/resident/decisive.ts";
import { lifeOf } from "../../kit/process-life.ts";
import { residentsIn } from "../../worktree/resident-folder.ts";
import { randomFrom, SEED } from "./chance.ts";
import { run, type Run, type RunOptions } from "./run.ts";

const DIST = join(import.meta.dirname, "../../dist");
/** The program that asks a resident, as the build makes it for this machine. */
export const ASKER = join(DIST, `ask-${process.platform}-${process.arch}`);

/** Why nobody can ask a resident here, as a line of what is left out; `undefined` if the build has made the program. */
export const noAsker: string | undefined = existsSync(ASKER)
  ? undefined
  : "left out: processes that stay between events, since the build found no C compiler";

/** The words that ask for an answer, or become the program. */
export function askerWords({ env }: RunOptions, args: readonly string[]): string[] {
  const folder = join(env["SNAPVEIL_DATA_DIR"]!, "residents");
  return [folder, process.execPath, join(DIST, "snapveil.cjs"), ...args];
}

/** Whether residents are killed and stopped while they are asked: `SNAPVEIL_TEST_RESIDENTS=trouble`. */
const IN_TROUBLE = process.env["SNAPVEIL_TEST_RESIDENTS"] === "trouble";
const below = randomFrom(SEED);

/** Kills or stops the residents of a world within some milliseconds, in one of three cases. */
function disturb({ env }: RunOptions): void {
  const [what, wait] = [below(6), below(60)];
  for (const { pid } of residentsIn(join(env["SNAPVEIL_DATA_DIR"]!, "residents"), process.platform)) {
    if (what === 0) setTimeout(() => send(pid, "SIGKILL"), wait);
    else if (what === 1) {
      setTimeout(() => send(pid, "SIGSTOP"), wait);
      setTimeout(() => send(pid, "SIGCONT"), wait + 1500);
    }
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // It ended meanwhile.
  }
}

/** Kills the residents in a folder, where some may end meanwhile, and waits until none of these can write any more. */
export async function killResidents(folder: string): Promise<void> {
  const all = residentsIn(folder, process.platform);
  for (const { pid } of all) send(pid, "SIGKILL");
  while (all.some(({ pid }) => lifeOf(pid, process.platform) !== undefined)) await sleep(5);
}

const started = new Map<string, Promise<void>>();

/** Has a resident answer a hook, which is started and awaited first: the program alone would answer the first event. */
export async function askResident(args: readonly string[], options: RunOptions): Promise<Run> {
  const key = decisiveText(options.env);
  if (!started.has(key)) started.set(key, startResident(options));
  await started.get(key);
  if (IN_TROUBLE) disturb(options);
  return run(ASKER, askerWords(options, args), options);
}

/** Starts a resident in the environment, and waits until it listens. */
export async function startResident(options: RunOptions): Promise<void> {
  const folder = join(options.env["SNAPVEIL_DATA_DIR"]!, "residents");
  const before = residentsIn(folder, process.platform).length;
  const child = spawn(ASKER, askerWords(options, ["resident"]), { ...options, stdio: "ignore", detached: true });
  child.unref();
  while (residentsIn(folder, process.platform).length === before && child.exitCode === null) await sleep(5);
}

/** An event before a call of the shell in Claude Code, as JSON; `more` comes on top of its fields. */
export function callEvent(cwd: string, command: string, more: object = {}): string {
  const call = { tool_name: "Bash", tool_input: { command }, tool_use_id: "t" };
  return JSON.stringify({ hook_event_name: "PreToolUse", session_id: "s", cwd, ...call, ...more });
}
