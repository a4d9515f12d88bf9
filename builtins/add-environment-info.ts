import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

import { printable } from "../kit/text.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { redactName } from "./redact-quoted.ts";

const SYSTEMS: Readonly<Record<string, string>> = { linux: "Linux", darwin: "MacOS", win32: "Windows" };

/**
 * Adds to the context the working directory, whether it is in a repository, the operating system, processor and shell.
 * The layout, tabs included, is docker-agent's.
 */
export default async function addEnvironmentInfo(event: HookEvent, call: Call): Promise<Outcome> {
  const { io } = call;
  if (!event.cwd) return nothing;
  const lines = [
    "<env>",
    // A repository may name its folders freely, so the path may hold a secret or a line break.
    `Working directory: ${await redactName(event.cwd, call, event.cwd)}`,
    `Is directory a git repo: ${isInRepository(event.cwd) ? "Yes" : "No"}`,
    `Operating System: ${SYSTEMS[io.platform] ?? io.platform}`,
    `CPU Architecture: ${io.arch}`, // Node's own names, such as x64 and arm64
    ...shellLine(event, call),
    "</env>",
  ];
  return context(
    ["Here is useful information about the environment you are running in:", ...lines.map((line) => `\t${line}`)].join(
      "\n",
    ),
  );
}

/**
 * The line about the shell. If snapveil's builtin runs instead of docker-agent's, there is no such line for a payload
 * without the fields `call_purpose` and `root_session_id`: it comes from an old docker-agent, whose builtin has no line
 * about the shell.
 */
function shellLine({ raw }: HookEvent, { io, standsIn }: Call): string[] {
  const shell = io.platform === "win32" ? io.env["ComSpec"] : (io.env["SHELL"] ?? "/bin/sh");
  if (!shell || (standsIn && !("call_purpose" in raw || "root_session_id" in raw))) return [];
  return [`Shell: ${printable(basename(shell))} (${printable(shell)})`];
}

/**
 * Whether a folder, or the folder that its symlink leads to, lies in a repository. The `.git` in the folder or above it
 * may be a file, as in a linked worktree or a submodule.
 */
function isInRepository(cwd: string): boolean {
  return hasGitAbove(resolve(cwd)) || (existsSync(cwd) && hasGitAbove(realpathSync(cwd)));
}

function hasGitAbove(folder: string): boolean {
  while (!existsSync(`${folder}/.git`)) {
    const parent = dirname(folder);
    if (parent === folder) return false;
    folder = parent;
  }
  return true;
}
