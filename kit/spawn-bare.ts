import { getSystemErrorName } from "node:util";

import { nodeBinding } from "./node-binding.ts";
import type { ProcessOptions, ProcessResult } from "./run-process.ts";

/** What Node's own `spawnSync` calls to start a process. Not documented; the same in Node 20 to 26. */
interface Binding {
  spawn(request: {
    file: string;
    args: readonly string[];
    envPairs: readonly string[];
    cwd?: string;
    stdio: readonly object[];
    timeout: number;
    maxBuffer: number;
    killSignal: number;
  }): { status: number | null; output: (Buffer | null)[] | null; error?: number };
}

/** Wherever this is used; node:os has it too, and would be loaded for it. */
const SIGKILL = 9;

/**
 * Runs a program as `spawnSync` does, without loading node:child_process for it, which brings sockets and streams along
 * and costs as much again as git does. `undefined` where this Node does not allow it: then nothing has been started.
 */
export function spawnBare(file: string, args: readonly string[], { env, cwd, input, output, timeout, maxOutput }: ProcessOptions & { readonly timeout: number; readonly maxOutput: number }): ProcessResult | undefined {
  const binding = findBinding();
  const envPairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  // A NUL would cut a word short: spawnSync refuses it, and has the words for it.
  if (binding === undefined || [file, cwd ?? "", ...args, ...envPairs].some((word) => word.includes("\0"))) return undefined;
  const result = binding.spawn({
    file,
    args: [file, ...args],
    envPairs,
    ...(cwd !== undefined && { cwd }),
    stdio: [
      input === undefined || input.length === 0 ? { type: "ignore" } : { type: "pipe", readable: true, writable: false, input: typeof input === "string" ? Buffer.from(input) : input },
      output === undefined ? { type: "pipe", readable: false, writable: true } : { type: "fd", fd: output },
      { type: "pipe", readable: false, writable: true },
    ],
    timeout,
    maxBuffer: maxOutput,
    killSignal: SIGKILL,
  });
  return {
    status: result.status ?? -1,
    stdout: result.output?.[1] ?? Buffer.alloc(0),
    stderr: result.output?.[2]?.toString("utf8") ?? "",
    ...(result.error !== undefined && { error: getSystemErrorName(result.error) }),
  };
}

function findBinding(): Binding | undefined {
  // Elsewhere child_process does more than to hand on what it is given.
  if (process.platform !== "linux" && process.platform !== "darwin") return undefined;
  const spawn = nodeBinding<Binding>("spawn_sync");
  return typeof spawn?.spawn === "function" ? (spawn as Binding) : undefined;
}
