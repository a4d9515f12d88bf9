import { uptime } from "node:process";

import { defined } from "./defined.ts";
import { loadBuiltin } from "./load-builtin.ts";
import { TooSlow } from "./run-within.ts";
import { noteWait } from "./time-waited.ts";

export interface ProcessOptions {
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: Buffer | string;
  /** The descriptor of a file to which the standard output is written. `stdout` of the result is then empty. */
  readonly output?: number;
  /** Milliseconds after which the process is killed (`ETIMEDOUT`); 0 for no limit. Default 60 s. */
  readonly timeout?: number;
  /** `timeLeft` of `Io`: the process is also killed when the answer is due. */
  readonly timeLeft?: (() => number) | undefined;
  /** Bytes of standard output above which the process is killed (`ENOBUFS`). Default 1 GiB. */
  readonly maxOutput?: number;
}

export interface ProcessResult {
  /** Exit code; -1 if the process could not be started, was killed, or wrote more than `maxOutput`. */
  readonly status: number;
  readonly stdout: Buffer;
  readonly stderr: string;
  /** Node's error code if the program did not run to its end. `ENOENT` means that the program is missing. */
  readonly error?: string;
}

/**
 * Runs a program with an argument list, never through a shell, and waits for it. Synchronous: on the hook path one
 * process after another is cheaper than the asynchronous API.
 * @throws TooSlow if an answer is due before the program ends
 */
export function runProcess(
  file: string,
  args: readonly string[],
  { timeout: own = 60_000, maxOutput = 1 << 30, timeLeft, ...options }: ProcessOptions,
): ProcessResult {
  const left = timeLeft?.() ?? Infinity;
  if (left < 1) throw new TooSlow();
  const timeout = Math.floor(Math.min(own || Infinity, left)); // 0: no limit
  const limits = { timeout: timeout === Infinity ? 0 : timeout, maxOutput };
  const result = spawn(file, args, { ...options, ...limits });
  if (result.error === "ETIMEDOUT" && timeLeft !== undefined && timeLeft() < 1) throw new TooSlow();
  // If there is an error, exit code 0 does not show success: a limit, or a child that kept the pipe open, may have cut
  // off the output. Only EPIPE is no error of the program, which did not read all of its input.
  const { error, ...ended } = result;
  if (error === "EPIPE") return ended;
  return error === undefined ? result : { ...result, status: -1 };
}

function spawn(
  file: string,
  args: readonly string[],
  { env, cwd, input, output, timeout, maxOutput }: ProcessOptions,
): ProcessResult {
  const begin = uptime();
  const result = childProcess().spawnSync(file, args, {
    env,
    ...defined({ cwd, input }),
    stdio: [input === undefined ? "ignore" : "pipe", output ?? "pipe", "pipe"],
    timeout,
    killSignal: "SIGKILL",
    maxBuffer: maxOutput,
    windowsHide: true,
  });
  noteWait(1000 * (uptime() - begin));
  const error = (result.error as NodeJS.ErrnoException | undefined)?.code;
  return {
    status: result.status ?? -1,
    stdout: result.stdout ?? Buffer.alloc(0),
    stderr: result.stderr?.toString("utf8") ?? "",
    ...(error !== undefined && { error }),
  };
}

/**
 * Runs a program for which a person waits long, and calls `look` every `every` milliseconds until the program ends. The
 * program's standard output is ignored.
 */
export function runWatched(
  file: string,
  args: readonly string[],
  { env, cwd }: Pick<ProcessOptions, "env" | "cwd">,
  look: () => void,
  every = 200,
): Promise<ProcessResult> {
  return new Promise((resolve) => {
    const child = childProcess().spawn(file, args, {
      env,
      ...(cwd !== undefined && { cwd }),
      stdio: ["ignore", "ignore", "pipe"],
      windowsHide: true,
    });
    const watch = setInterval(look, every);
    const said: Buffer[] = [];
    const end = (status: number, error?: string): void => {
      clearInterval(watch);
      resolve({
        status,
        stdout: Buffer.alloc(0),
        stderr: Buffer.concat(said).toString("utf8"),
        ...(error !== undefined && { error }),
      });
    };
    child.stderr.on("data", (part: Buffer) => said.push(part));
    child.on("error", (error: NodeJS.ErrnoException) => end(-1, error.code ?? "EFAIL"));
    child.on("close", (status) => end(status ?? -1));
  });
}

function childProcess(): typeof import("node:child_process") {
  return loadBuiltin("node:child_process");
}
