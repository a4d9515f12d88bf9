import type { Io } from "./io.ts";
import { loadBuiltin } from "./load-builtin.ts";

/**
 * Starts this program once more, with the arguments `words`, and does not wait for the new process, which continues
 * when this process has ended.
 * @param env variables beside those of this process
 * @returns false if the program cannot be started, or if this process does not run as a program
 */
export function startDetached(
  io: Io,
  words: readonly string[],
  { cwd, env = {} }: { readonly cwd: string; readonly env?: Readonly<Record<string, string>> },
): boolean {
  if (!io.program) return false;
  const [file = "", ...args] = io.program;
  const child = loadBuiltin<typeof import("node:child_process")>("node:child_process").spawn(
    file,
    [...args, ...words],
    {
      cwd,
      env: { ...io.env, ...env },
      detached: true,
      stdio: "ignore",
      windowsHide: true,
    },
  );
  child.on("error", () => {}); // told by `pid` alone
  child.unref();
  return child.pid !== undefined;
}
