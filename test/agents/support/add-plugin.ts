import { expect } from "vitest";

import type { PluginPlace, RealAgent } from "./real-agent.ts";

/** The agent's own commands that add a plugin, each of which must end well; `FOLDER` stands for the package's. */
export function addedBy(...commands: readonly string[]): NonNullable<RealAgent["addPlugin"]> {
  return async ({ folder, run }: PluginPlace) => {
    for (const command of commands) {
      const words = command.split(" ").map((word) => word.replace("FOLDER", folder));
      expect(await run(words), command).toMatchObject({ exitCode: 0 });
    }
  };
}
