import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import { simpleGit } from "simple-git";

import { UserError } from "../kit/user-error.ts";
import type { AuditedRepository } from "./audited-repository.ts";

/** Settings with which a repository could make git start a program, set to harmless values. */
const SAFE = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "log.showSignature=false"];

/** Runs git and returns its output, for answers of a few lines. */
export async function askGit({ folder, env }: AuditedRepository, args: readonly string[]): Promise<string> {
  const git = simpleGit({
    baseDir: folder,
    config: SAFE,
    allowEnvironment: Object.keys(env), // snapveil builds this environment and chooses each variable
    unsafe: {
      allowUnsafeConfigPaths: true, // the person's own config files
      allowUnsafeConfigEnvCount: true, // `safe.directory`
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafePager: true,
      allowUnsafeProtocolOverride: true,
    }, // `SAFE` sets these settings to harmless values
  }).env({ ...env });
  try {
    return await git.raw([...args]);
  } catch (error) {
    throw failed(args, error instanceof Error ? error.message : "", error);
  }
}

/** A running git. */
export interface RunningGit {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves if git exits with code 0. */
  readonly done: Promise<void>;
}

/** Starts git with pipes for input and output. Read the output, then wait for `done`: only `done` reports an error. */
export function startGit({ folder, env }: AuditedRepository, args: readonly string[]): RunningGit {
  const settings = SAFE.flatMap((setting) => ["-c", setting]);
  const child = spawn("git", ["--no-pager", ...settings, "-C", folder, ...args], { env, windowsHide: true });
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += String(part)));
  child.stdin.on("error", () => {}); // git ended before it read all its input; its exit code says why
  const done = new Promise<void>((resolve, reject) => {
    child.on("error", (error) => reject(failed(args, error.message, error)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(failed(args, said || `exit ${code}`))));
  });
  done.catch(() => {}); // avoids an unhandled rejection if the caller stops reading and never awaits `done`
  return { stdin: child.stdin, stdout: child.stdout, done };
}

function failed([command = ""]: readonly string[], said: string, cause?: unknown): UserError {
  if (/spawn git ENOENT/.test(said)) return new UserError("noGit", [], cause);
  return new UserError("gitFailed", [command, said.trim().split("\n")[0] ?? ""], cause);
}
