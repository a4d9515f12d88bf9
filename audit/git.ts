import { spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";

import { simpleGit } from "simple-git";

import { UserError } from "../kit/user-error.ts";
import type { AuditedRepository } from "./audited-repository.ts";

/** Settings by which a repository could make git start a program. */
const SAFE = ["core.fsmonitor=false", "core.hooksPath=/dev/null", "core.pager=cat", "log.showSignature=false"];

/** Asks git a question with an answer of some lines. */
export async function askGit({ folder, env }: AuditedRepository, args: readonly string[]): Promise<string> {
  const git = simpleGit({
    baseDir: folder,
    config: SAFE,
    allowEnvironment: Object.keys(env), // an environment made from nothing, each variable of it chosen by us
    unsafe: {
      allowUnsafeConfigPaths: true, // the person's own files of settings
      allowUnsafeConfigEnvCount: true, // safe.directory
      allowUnsafeFsMonitor: true,
      allowUnsafeHooksPath: true,
      allowUnsafePager: true,
      allowUnsafeProtocolOverride: true,
    }, // the others we turn off
  }).env({ ...env });
  try {
    return await git.raw([...args]);
  } catch (error) {
    throw failed(args, error instanceof Error ? error.message : "", error);
  }
}

/** A git that is still running. */
export interface RunningGit {
  readonly stdin: Writable;
  readonly stdout: Readable;
  /** Resolves when the process ended well. */
  readonly done: Promise<void>;
}

/** Starts git with pipes at both ends. Wait for `done` once its output is read: only `done` reports a failure. */
export function startGit({ folder, env }: AuditedRepository, args: readonly string[]): RunningGit {
  const settings = SAFE.flatMap((setting) => ["-c", setting]);
  const child = spawn("git", ["--no-pager", ...settings, "-C", folder, ...args], { env, windowsHide: true });
  let said = "";
  child.stderr.on("data", (part: Buffer) => (said += String(part)));
  child.stdin.on("error", () => {}); // it ended before it read everything; its exit code says why
  const done = new Promise<void>((resolve, reject) => {
    child.on("error", (error) => reject(failed(args, error.message, error)));
    child.on("close", (code) => (code === 0 ? resolve() : reject(failed(args, said || `exit ${code}`))));
  });
  done.catch(() => {}); // whoever waits for it hears of it; the output may be given up before
  return { stdin: child.stdin, stdout: child.stdout, done };
}

function failed([command = ""]: readonly string[], said: string, cause?: unknown): UserError {
  if (/spawn git ENOENT/.test(said)) return new UserError("noGit", [], cause);
  return new UserError("gitFailed", [command, said.trim().split("\n")[0] ?? ""], cause);
}
