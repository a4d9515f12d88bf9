import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";

import type { Io } from "./io.ts";
import { loadBuiltin } from "./load-builtin.ts";
import { runProcess } from "./run-process.ts";

export interface GroupOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly io: Pick<Io, "platform" | "onSignal">;
  /** Milliseconds after which the process is killed, with every process that it started. */
  readonly timeout: number;
}

export interface GroupResult {
  /** Exit code; -1 if the process could not be started or was killed. */
  readonly status: number;
  /** Standard output and standard error together. The middle of a long output is left out. */
  readonly output: string;
  /** Node's error code if the program could not be started. */
  readonly error?: string;
  /** Present if the program was killed at its timeout. */
  readonly isLate?: true;
}

/**
 * Milliseconds for which the rest of the output is awaited after the program's exit. A child that still runs may never
 * close the pipe.
 */
const REST = 200;
/** Milliseconds after which `taskkill`, which ends processes on Windows, is itself killed. */
const TREE = 5000;
/** How many bytes of a long output are kept at its beginning, and how many at its end. */
const KEPT = 64 * 1024;

/**
 * Runs a program with an argument list, never through a shell, in a process group of its own. At the timeout, or when a
 * signal ends this process, the program is killed together with its children. The function is asynchronous, since
 * spawnSync kills the program alone.
 */
export function runGroup(
  file: string,
  args: readonly string[],
  { env, cwd, io, timeout }: GroupOptions,
): Promise<GroupResult> {
  // On Windows a detached program would open a window.
  const detached = io.platform !== "win32";
  return new Promise((resolve) => {
    const { spawn } = loadBuiltin<typeof import("node:child_process")>("node:child_process");
    // The handler is set before the start: a signal that arrives before `spawn` returns would leave the program running.
    const back = io.onSignal?.(() => endAll(child, detached, env));
    const child = spawn(file, args, { env, cwd, detached, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let output: Buffer = Buffer.alloc(0);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endAll(child, detached, env);
    }, timeout);
    const finish = (status: number, error?: string) => {
      clearTimeout(timer);
      back?.();
      child.stdout.destroy();
      child.stderr.destroy();
      const text = output.toString("utf8");
      resolve({ status: isLate ? -1 : status, output: text, ...(error && { error }), ...(isLate && { isLate }) });
    };
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (part: Buffer) => (output = shortened(Buffer.concat([output, part]))));
    child.on("error", (error: NodeJS.ErrnoException) => finish(-1, error.code ?? "EFAIL"));
    child.on("exit", (status) => setTimeout(() => finish(status ?? -1), REST).unref());
    child.on("close", (status) => finish(status ?? -1));
  });
}

/**
 * Kills a program and every process that it started. Windows has no process groups; `taskkill /T` follows the parent
 * ids.
 */
function endAll(child: ChildProcess, isGroup: boolean, env: GroupOptions["env"]): void {
  try {
    if (isGroup && child.pid !== undefined) kill(-child.pid, "SIGKILL");
    else {
      runProcess("taskkill", ["/PID", String(child.pid), "/T", "/F"], { env, timeout: TREE });
      child.kill("SIGKILL");
    }
  } catch {
    // The process has ended already.
  }
}

/**
 * A long output without its middle. It is cut at line ends, since no detector recognizes half a secret in half a line.
 */
function shortened(output: Buffer): Buffer {
  if (output.length <= 4 * KEPT) return output;
  const end = output.lastIndexOf("\n", KEPT);
  const start = output.indexOf("\n", output.length - KEPT);
  return Buffer.concat([
    output.subarray(0, Math.max(0, end)),
    Buffer.from("\n…\n"),
    start === -1 ? Buffer.alloc(0) : output.subarray(start + 1),
  ]);
}
