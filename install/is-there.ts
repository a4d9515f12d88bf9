import { existsSync, readdirSync } from "node:fs";

import { configPath, type Installer, type Where } from "../agents/formats/installer.ts";
import { loadAgent } from "../agents/registry.ts";
import { findProgram } from "../kit/find-program.ts";

/** The endings under which Windows starts a program, and npm and others put theirs. */
const ENDINGS = [".exe", ".cmd", ".bat"];

/** An agent on this machine. */
interface Found {
  /** The path of the agent's program, if only the program shows that the agent is there. */
  readonly program?: string;
}

/**
 * The agents that are on this machine. One of an agent's folders or files shows it, even an empty folder, or one of its
 * programs on PATH, even if the person has never started it. A folder that two agents share counts while it is empty,
 * and a program whose name two agents share does not count.
 */
export async function findAgents(
  installers: readonly Installer[],
  where: Where,
): Promise<ReadonlyMap<Installer, Found>> {
  const programs = await Promise.all(
    installers.map(async ({ agent }) => (await loadAgent(agent)).traces?.programs ?? []),
  );
  const isShared = (name: string) => programs.filter((names) => names.includes(name)).length > 1;
  return new Map(
    installers.flatMap((installer, at) => {
      const { sharedFolders = [] } = installer;
      if (installer.folders(where).some((path) => existsSync(path))) return [[installer, {}] as const];
      if (sharedFolders.some((path) => isEmpty(configPath(path, where)))) return [[installer, {}] as const];
      const own = programs[at]!.filter((name) => !isShared(name));
      const [program] = own.flatMap((name) => findProgram(name, where, ENDINGS) ?? []);
      return program === undefined ? [] : [[installer, { program }] as const];
    }),
  );
}

function isEmpty(folder: string): boolean {
  try {
    return readdirSync(folder).length === 0;
  } catch {
    return false;
  }
}
