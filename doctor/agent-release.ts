import type { Installer } from "../agents/formats/installer.ts";
import type { Io } from "../kit/io.ts";
import { runProcess } from "../kit/run-process.ts";
import { broken, ok, type Check } from "./check.ts";

/** Milliseconds that an agent may take to print its release; it usually takes one second. */
const PATIENCE = 10_000;

/**
 * Checks that the agent's release on PATH loads snapveil's plugin. Returns no check if the agent is not on PATH, as an
 * agent within an editor is not.
 */
export function checkRelease({ env, platform }: Io, { servedBelow }: Installer, title: string): Check[] {
  // On Windows the agent is a script of npm, which only cmd can run.
  if (!servedBelow || platform === "win32") return [];
  const { program, major, repair } = servedBelow;
  const { stdout, status } = runProcess(program, ["--version"], {
    env: env as Readonly<Record<string, string>>,
    timeout: PATIENCE,
  });
  const [release, found] = /\b(\d+)\.\d+\.\d+[\w.+-]*/.exec(stdout.toString("utf8")) ?? [];
  if (status !== 0 || release === undefined) return [];
  return Number(found) < major
    ? [ok("agent_release", `${title} on PATH is release ${release}, which loads the plugin.`)]
    : [
        broken(
          "agent_release",
          `${title} on PATH is release ${release}. From release ${major} on it does not load this plugin, so it runs ` +
            "without snapveil: no secret is taken out and no checkpoint is recorded.",
          repair,
        ),
      ];
}
