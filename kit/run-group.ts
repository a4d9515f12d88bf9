import type { ChildProcess } from "node:child_process";
import { kill } from "node:process";

import type { Io } from "./io.ts";
import { loadBuiltin } from "./load-builtin.ts";
import { runProcess } from "./run-process.ts";

export interface GroupOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly io: Pick<Io, "platform" | "onSignal">;
  /** Milliseconds; then the process is killed, with every process that it started. */
  readonly timeout: number;
}

export interface GroupResult {
  /** Exit code; -1 if the process could not be started or was ended. */
  readonly status: number;
  /** The program's output, both streams together; of a long one, the beginning and the end. */
  readonly output: string;
  /** Node's error code if the program could not be started. */
  readonly error?: string;
  /** The program ran longer than it may. */
  readonly isLate?: true;
}

/** Milliseconds to wait for the rest of the output, which a process that stays behind may hold open for ever. */
const REST = 200;
/** Milliseconds for Windows to end a tree of processes. */
const TREE = 5000;
/** Bytes of output that stay at each end. */
const KEPT = 64 * 1024;

/**
 * Runs a program with an argument list, never through a shell, in a process group of its own: if its time is over, or a
 * signal ends this process, its children end with it. Asynchronous, since spawnSync ends the program alone.
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
    const child = spawn(file, args, { env, cwd, detached, stdio: ["ignore", "pipe", "pipe"], windowsHide: true });
    let output: Buffer = Buffer.alloc(0);
    let isLate = false;
    const timer = setTimeout(() => {
      isLate = true;
      endAll(child, detached, env);
    }, timeout);
    const back = io.onSignal?.(() => endAll(child, detached, env));
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
 * Ends a program with every process that it started. Windows has no groups; its own program follows the numbers of
 * parents.
 */
function endAll(child: ChildProcess, isGroup: boolean, env: GroupOptions["env"]): void {
  try {
    if (isGroup && child.pid !== undefined) kill(-child.pid, "SIGKILL");
    else {
      runProcess("taskkill", ["/PID", String(child.pid), "/T", "/F"], { env, timeout: TREE });
      child.kill("SIGKILL");
    }
  } catch {
    // The process ended this moment.
  }
}

/**
 * An output without its middle, cut at line ends: half a line could hold half a secret, which nobody would recognize.
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
