import type { Samples } from "../../agents/codec/samples.ts";
import type { Installer } from "../../agents/formats/installer.ts";
import { AGENT_NAMES, loadAgent, loadInstallers } from "../../agents/registry.ts";

/** What the program loads when it needs it, for tests that are made from all of it. */
export const INSTALLERS = await loadInstallers();
export const SAMPLES: Readonly<Record<string, Samples>> = Object.fromEntries(
  (await Promise.all(AGENT_NAMES.map(async (name) => [name, (await loadAgent(name)).samples] as const))).filter(
    (pair): pair is readonly [(typeof pair)[0], Samples] => pair[1] !== undefined,
  ),
);

export function installerFor(name: string): Installer | undefined {
  return INSTALLERS.find(({ agent }) => agent === name);
}
