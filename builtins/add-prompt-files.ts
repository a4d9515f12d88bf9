import { readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";

import { nothing, type Outcome } from "../protocol/outcome.ts";
import type { HookEvent } from "../protocol/hook-event.ts";
import { findWorktree } from "../worktree/find-worktree.ts";
import type { Call } from "./call.ts";
import { quotedContext } from "./quoted-context.ts";

/**
 * The contents of the named files: for each name the nearest one walking up from the working directory, then the one
 * in the home folder (or, with `DOCKER_AGENT_KIT_DIR`, in that kit's `prompt_files`). Empty and unreadable ones add nothing.
 * A name that the project's own settings gave is looked for inside the worktree only: a cloned repository must not be
 * able to ask for the user's files.
 */
export default function addPromptFiles(event: HookEvent, { args, io, origin, settings }: Call): Outcome {
  const { cwd } = event;
  if (!cwd || args.length === 0) return nothing;
  const trusted = origin === "user";
  const texts = args.flatMap((name) => {
    const near = nearest(cwd, name);
    const files = trusted ? [near, atHome(name, io.env)] : [near].filter((file) => file && isInWorktree(file, cwd));
    return [...new Set(files)].map((file) => (file ? read(file) : "")).filter((text) => text !== "");
  });
  return texts.length === 0 ? nothing : quotedContext(texts.join("\n\n"), settings);
}

function nearest(cwd: string, name: string): string | undefined {
  let folder = resolve(cwd);
  for (;;) {
    const file = join(folder, name);
    if (isFile(file)) return file;
    const parent = dirname(folder);
    if (parent === folder) return undefined;
    folder = parent;
  }
}

function atHome(name: string, env: Call["io"]["env"]): string | undefined {
  const kit = env["DOCKER_AGENT_KIT_DIR"];
  const folder = kit ? join(kit, "prompt_files") : (env["HOME"] ?? env["USERPROFILE"]);
  const file = folder && join(folder, name);
  return file && isFile(file) ? file : undefined;
}

function isFile(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() ?? false;
}

function isInWorktree(file: string, cwd: string): boolean {
  const root = findWorktree(cwd)?.root ?? realpathSync(cwd);
  const way = relative(root, realpathSync(file));
  return way !== ".." && !way.startsWith(`..${sep}`) && resolve(root, way) !== root;
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
