import type { HookEvent } from "../agents/codec/hook-event.ts";
import { otherHooks } from "../agents/formats/other-hooks.ts";
import { runtimePlace } from "../agents/formats/runtime-place.ts";
import { loadAgent, loadInstaller } from "../agents/registry.ts";
import { homeOf, type Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";

/** Variables in which agents pass the folder in which they were started to their hooks. */
const STARTED_IN = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR", "COPILOT_PROJECT_DIR"];

/**
 * A settings file that registers another hook of the agent which may also rewrite this call's arguments; `undefined` if
 * there is none. The search reads files, so it only runs if snapveil rewrites arguments.
 */
export async function contestedBy(io: Io, { dialect, cwd, toolName }: HookEvent): Promise<string | undefined> {
  const installer = await loadInstaller(dialect);
  const [home, data] = [homeOf(io.env), dataDir(io)];
  if (!installer || home === undefined || data === undefined) return undefined;
  const agent = await loadAgent(dialect);
  const { env, platform } = io;
  const runtime = runtimePlace(data, "node", platform, { home });
  const folder = cwd ?? io.cwd;
  const roots = [findWorktree(folder)?.root, folder, ...STARTED_IN.map((name) => env[name])];
  for (const root of new Set(roots.filter((one) => one))) {
    const [other] = otherHooks(installer, agent, { home, env, platform, root: root!, program: "", runtime }, toolName);
    if (other) return printable(other.file.startsWith(`${home}/`) ? `~${other.file.slice(home.length)}` : other.file);
  }
  return undefined;
}
