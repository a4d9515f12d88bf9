import type { HookEvent } from "../agents/codec/hook-event.ts";
import { otherHooks } from "../agents/formats/other-hooks.ts";
import { runtimePlace } from "../agents/formats/runtime-place.ts";
import { loadAgent, loadInstaller } from "../agents/registry.ts";
import { homeOf, type Io } from "../kit/io.ts";
import { printable } from "../kit/text.ts";
import { dataDir } from "../worktree/doors/data-dir.ts";
import { findWorktree } from "../worktree/doors/worktree.ts";

/** Variables with the folder in which an agent was started, which it sets for its hooks. */
const STARTED_IN = ["CLAUDE_PROJECT_DIR", "GEMINI_PROJECT_DIR", "CURSOR_PROJECT_DIR", "COPILOT_PROJECT_DIR"];

/**
 * The file with another hook that may answer with other arguments for this call. Looked for only if snapveil's answer
 * has arguments: most calls are not rewritten, and files have to be read for it.
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
