import { loadAgent, loadInstallers } from "../agents/registry.ts";
import { whereOf } from "../install/where.ts";
import type { Io } from "../kit/io.ts";
import type { ProgramCopy } from "../install/run-plan.ts";
import { findRegistered } from "./registered.ts";

/** An agent that starts snapveil, according to its files. */
export interface Starter {
  readonly agent: string;
  readonly title: string;
  /** Whether the agent's own settings switch its hooks off, or the agent refuses the file that holds these. */
  readonly isIdle: boolean;
  /** The step by which the person lets the agent run the hooks, as half a sentence, if the agent waits for that. */
  readonly awaits?: string;
}

/**
 * The agents whose files let them start snapveil: of this user, of the project around the current folder, and those
 * with the plugin. Only files are read, and nothing is started; `doctor` tries what is registered.
 * @throws UserError if there is no home folder
 */
export async function whoStarts(io: Io, program: ProgramCopy, execPath: string): Promise<readonly Starter[]> {
  const { where } = whereOf(io, execPath, program.folder);
  const starters: Starter[] = [];
  for (const installer of await loadInstallers()) {
    const { registered, served, checks } = await findRegistered(installer, where);
    const isByPlugin = checks.some(({ name, state }) => name === "plugin" && state === "ok");
    if (registered.length === 0 && served.length === 0 && !isByPlugin) continue;
    const { title } = await loadAgent(installer.agent);
    const { trust } = installer;
    const isTrusted = isByPlugin || trust === undefined || registered.some(({ path }) => trust.isGiven(where, path));
    starters.push({
      agent: installer.agent,
      title,
      isIdle: checks.some(({ state }) => state === "broken"),
      ...(!isTrusted && { awaits: trust.step }),
    });
  }
  return starters;
}
