import type { Io } from "../kit/io.ts";
import { UserError } from "../kit/user-error.ts";
import { listReceipts } from "../worktree/doors/switch.ts";
import type { Installer } from "../agents/formats/installer.ts";
import { loadInstallers, unknownAgent } from "../agents/registry.ts";
import type { InstallRequest } from "./preparation.ts";

/**
 * The agent that is meant if none is named: the only registered one, about which the person at the terminal is asked.
 * @throws UserError if several or none are registered, or nobody can be asked
 */
export function onlyAgent({ interactive }: Io, data: string): string {
  const there = [...new Set(listReceipts(data).map(({ agent }) => agent))].toSorted();
  if (interactive && there.length === 1) return there[0]!;
  throw whichToRemove(there);
}

function whichToRemove(there: readonly string[]): UserError {
  const sentence =
    there.length === 0 ? "Nothing is registered by install. Name an agent to look" : `Which agent? ${there.join(", ")}`;
  return new UserError("badArgument", [`${sentence}, or say --all.`]);
}

/** The agents that a command names, or all that are there. @throws UserError if one is unknown, or none is there */
export async function chosen(
  { agents, all }: Pick<InstallRequest, "agents" | "all">,
  isThere: (installer: Installer) => boolean,
  none: string,
): Promise<readonly Installer[]> {
  const installers = await loadInstallers();
  const known = installers.map(({ agent }) => agent);
  if (all && agents.length > 0) throw new UserError("badArgument", ["Name agents or use --all, not both."]);
  if (all) {
    const there = installers.filter(isThere);
    if (there.length === 0 && none !== "") throw new UserError("badArgument", [none]);
    return there;
  }
  return [...new Set(agents)].map((name) => {
    const installer = installers.find(({ agent }) => agent === name);
    if (!installer) throw unknownAgent(name, known);
    return installer;
  });
}
