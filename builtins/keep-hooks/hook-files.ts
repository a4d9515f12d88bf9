import { runtimePlace } from "../../agents/formats/runtime-place.ts";
import { configPath, type Installer, type Where } from "../../agents/formats/installer.ts";
import type { HookEvent } from "../../agents/codec/hook-event.ts";
import { AGENTS, isAgentName, loadAgent } from "../../agents/registry.ts";
import { readRegularFile, realPathOfNew } from "../../kit/files.ts";
import { homeOf, type Io } from "../../kit/io.ts";
import { dataDir } from "../../worktree/doors/data-dir.ts";
import { topFolders } from "../../worktree/doors/worktree.ts";
import { NOTHING_SAID, saidIn, type SaidOfHooks } from "./said-of-hooks.ts";

/** A settings file of the agent with its entries about snapveil's hooks. Links in its path are resolved. */
interface HookFile {
  readonly path: string;
  readonly said: SaidOfHooks;
}

/** Reads the settings files of an agent. */
export interface HookReader {
  /** The settings files of the user, and of the projects around the agent's folder. Some may not exist. */
  readonly paths: readonly string[];
  /** The bytes of a file; an empty buffer if it is too large, `undefined` if it cannot be read. */
  bytesOf(path: string): Buffer | undefined;
  read(path: string, bytes: Buffer | undefined): SaidOfHooks;
}

/** The most bytes of a file; Claude Code reads no larger one either. */
const LARGEST = 8 * 1024 * 1024;

/** The reader of an agent's settings files; `undefined` if snapveil cannot register hooks with the agent. */
export async function hookReader({ dialect, cwd }: HookEvent, io: Io): Promise<HookReader | undefined> {
  const row = isAgentName(dialect) ? AGENTS[dialect] : undefined;
  const home = homeOf(io.env);
  if (!row?.install || !home) return undefined;
  const { default: installer } = await row.install();
  const agent = await loadAgent(dialect);
  const roots = new Set([...(cwd === undefined ? [] : topFolders(cwd)), io.env["CLAUDE_PROJECT_DIR"] || home]);
  const paths = [...roots].flatMap((root) => pathsOf(installer, home, root, io));
  return {
    paths: [...new Set(paths.map(realPathOfNew))],
    bytesOf,
    read: (path, bytes) =>
      bytes === undefined ? NOTHING_SAID : saidIn(installer, path, bytes.toString("utf8"), agent),
  };
}

/** The settings files of the event's agent as they are now. */
export async function hookFilesOf(event: HookEvent, io: Io): Promise<readonly HookFile[]> {
  const reader = await hookReader(event, io);
  return (reader?.paths ?? []).map((path) => ({ path, said: reader!.read(path, reader!.bytesOf(path)) }));
}

function pathsOf(installer: Installer, home: string, root: string, { env, platform }: Io): string[] {
  const runtime = runtimePlace(dataDir({ env, platform }) ?? "", "", platform);
  const where: Where = { home, env, platform, root, program: "", runtime };
  const own = Object.values(installer.files).flatMap((filesOf) => filesOf(where, []).map(({ path }) => path));
  return [...own, ...(installer.layers ?? []).map((path) => configPath(path, where))];
}

function bytesOf(path: string): Buffer | undefined {
  try {
    const { bytes, whole } = readRegularFile(path, LARGEST);
    return whole ? bytes : Buffer.from("");
  } catch {
    return undefined;
  }
}
