import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";

import { printable } from "../kit/text.ts";
import { context, nothing, type Outcome } from "../agents/codec/outcome.ts";
import type { HookEvent } from "../agents/codec/hook-event.ts";
import type { Call } from "./call.ts";
import { redactName } from "./redact-quoted.ts";

const SYSTEMS: Readonly<Record<string, string>> = { linux: "Linux", darwin: "MacOS", win32: "Windows" };

/**
 * Tells the working directory, whether it is in a repository, operating system, processor and shell. The layout, tabs
 * included, is docker-agent's.
 */
export default async function addEnvironmentInfo(event: HookEvent, call: Call): Promise<Outcome> {
  const { io } = call;
  if (!event.cwd) return nothing;
  const lines = [
    "<env>",
    // A repository names its folders as it likes.
    `Working directory: ${await redactName(event.cwd, call, event.cwd)}`,
    `Is directory a git repo: ${isInRepository(event.cwd) ? "Yes" : "No"}`,
    `Operating System: ${SYSTEMS[io.platform] ?? io.platform}`,
    `CPU Architecture: ${io.arch}`, // Node's x64 and arm64 are the wanted words
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
 * The line about the shell. Releases of docker-agent that have these fields have the line in their builtin, older ones
 * do not.
 */
function shellLine({ raw }: HookEvent, { io, standsIn }: Call): string[] {
  const shell = io.platform === "win32" ? io.env["ComSpec"] : (io.env["SHELL"] ?? "/bin/sh");
  if (!shell || (standsIn && !("call_purpose" in raw || "root_session_id" in raw))) return [];
  return [`Shell: ${printable(basename(shell))} (${printable(shell)})`];
}

/**
 * Whether a folder is in a repository. Any `.git` on the way up counts: in a linked worktree or a submodule it is a
 * file. A symlink can lead into a repository.
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
