import { spawn, type ChildProcessByStdio } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import type { Io } from "../../kit/io.ts";
import { runProcess } from "../../kit/run-process.ts";
import { UserError } from "../../kit/user-error.ts";
import { sourceEnvironment } from "../../shadow-repo/source/git-setting.ts";

/** A repository and the environment in which git looks at it. */
export interface Repository {
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

/** The user's repository: their own settings count, for instance which folders are safe; nothing inherited does. */
export function sourceRepository(io: Io, folder: string): Repository {
  return { folder, env: sourceEnvironment(io) };
}

/** Settings by which a repository could make git start a program. */
export const SAFE = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "log.showSignature=false"];

function argumentsFor(repository: Repository, args: readonly string[]): string[] {
  return ["--no-pager", ...SAFE.flatMap((setting) => ["-c", setting]), "-C", repository.folder, ...args];
}

/** Runs git to its end. */
export function askGit(repository: Repository, args: readonly string[]): Buffer {
  const { status, stdout, stderr, error } = runProcess("git", argumentsFor(repository, args), { env: repository.env });
  if (error === "ENOENT") throw new UserError("noGit");
  if (status !== 0) throw failed(args, stderr, status);
  return stdout;
}

/** A git that is still running. */
export interface RunningGit {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when it ended well. */
  readonly done: Promise<void>;
}

/** Starts git with pipes at both ends. Wait for `done` once its output is read: a failure is told there only. */
export function startGit(repository: Repository, args: readonly string[]): RunningGit {
  const child: ChildProcessByStdio<Writable, Readable, Readable> = spawn("git", argumentsFor(repository, args), {
    env: repository.env,
    stdio: "pipe",
    windowsHide: true,
  });
  const said: Buffer[] = [];
  child.stderr.on("data", (part: Buffer) => said.push(part));
  child.stdin.on("error", () => {}); // it ended before it read everything; its exit code says why
  const done = new Promise<void>((resolve, reject) => {
    child.on("error", (error: NodeJS.ErrnoException) =>
      reject(error.code === "ENOENT" ? new UserError("noGit") : error),
    );
    child.on("close", (code) =>
      code === 0 ? resolve() : reject(failed(args, Buffer.concat(said).toString("utf8"), code)),
    );
  });
  done.catch(() => {}); // whoever waits for it hears of it; the output may be given up before
  return { stdin: child.stdin, stdout: child.stdout, done };
}

function failed(args: readonly string[], stderr: string, status: number | null): UserError {
  const sentence = stderr.trim().split("\n")[0] ?? "";
  return new UserError("gitFailed", [args[0] ?? "", sentence === "" ? `exit ${status}` : sentence]);
}
