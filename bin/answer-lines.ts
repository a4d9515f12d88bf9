import { fromNow } from "../hook/deadline.ts";
import type { Io } from "../kit/io.ts";
import { loadBuiltin } from "../kit/load-builtin.ts";
import { buildOnDisk } from "./build-on-disk.ts";
import { runHook } from "./run-hook.ts";

/**
 * Answers events that arrive line by line, for snapveil's plugins, which keep one process running. Each answer is a
 * line of JSON. The process exits at the end of its input. If an event fails, the process exits with that event's exit
 * code, and the plugin treats the missing answer as a failure.
 */
export async function answerLines(io: Io, words: readonly string[]): Promise<number> {
  const { createInterface } = loadBuiltin<typeof import("node:readline")>("node:readline");
  const before = buildOnDisk(io);
  for await (const line of createInterface({ input: process.stdin })) {
    const isReplaced = before !== buildOnDisk(io);
    const { stdout, exitCode } = isReplaced ? answerAnew(io, words, line) : await answerHere(io, words, line);
    if (exitCode !== 0) return exitCode;
    io.writeStdout(`${stdout.trim().replaceAll("\n", " ") || "{}"}\n`);
  }
  return 0;
}

interface Answered {
  readonly stdout: string;
  readonly exitCode: number;
}

/** Answers with a fresh Io: nothing that was read for one event may be reused for the next. */
async function answerHere(io: Io, words: readonly string[], line: string): Promise<Answered> {
  let stdout = "";
  const world: Io = { ...fromNow(io), readStdin: () => line, writeStdout: (text) => (stdout += String(text)) };
  const exitCode = await runHook(world, words);
  return { stdout, exitCode };
}

/**
 * Answers in a new process, because after an update the chunks that this process has not loaded yet belong to another
 * version.
 */
function answerAnew({ program, env, cwd }: Io, words: readonly string[], line: string): Answered {
  const { spawnSync } = loadBuiltin<typeof import("node:child_process")>("node:child_process");
  const [file = "", ...first] = program ?? [];
  const { stdout, status } = spawnSync(file, [...first, "hook", ...words], {
    input: line,
    env: { ...env },
    cwd,
    encoding: "utf8",
    maxBuffer: Infinity,
    windowsHide: true,
  });
  return { stdout, exitCode: status ?? 1 };
}
