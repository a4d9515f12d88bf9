import { readdirSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { Entry } from "./formats/config-file.ts";
import { defineInstaller, configPath, type FilesOf } from "./formats/installer.ts";
import { jsonHooks } from "./formats/json-hooks.ts";

const USER = ["~/.kiro/agents", "~/.aws/amazonq/cli-agents"];

const item = ({ command, seconds, isTool }: Entry): JsonObject => ({
  ...(isTool && { matcher: "*" }),
  command,
  timeout_ms: seconds * 1000,
});

/**
 * The files of the agents that the user has defined in Kiro or Amazon Q. Hooks belong to one such agent; there is no
 * file for all.
 */
function agentFiles(folders: readonly string[]): FilesOf {
  return (where, events) =>
    folders
      .flatMap((folder) => jsonFiles(configPath(folder, where)))
      .map((path) => ({ path, format: jsonHooks({ events, at: ["hooks"], item }) }));
}

function jsonFiles(folder: string): string[] {
  try {
    return readdirSync(folder)
      .filter((name) => name.endsWith(".json") && !name.startsWith("."))
      .sort()
      .map((name) => join(folder, name));
  } catch {
    return [];
  }
}

export default defineInstaller({
  agent: "kiro",
  files: { user: agentFiles(USER), project: agentFiles([".kiro/agents", ".amazonq/cli-agents"]) },
  noFile:
    "Kiro keeps its hooks in the file of an agent, and there is none yet. Make one with /agent create, start " +
    "Kiro with it, and install again.",
  folders: USER,
  shell: "sh",
  isMilliseconds: () => true,
  toDo: [
    "Start Kiro with one of these agents; an agent that is made later has no hooks until you install again. Kiro " +
      "3 reads other files: snapveil install kiro-v3",
  ],
  shown: {
    user: "each file in `~/.kiro/agents/` and `~/.aws/amazonq/cli-agents/`",
    project: "each file in `.kiro/agents/` and `.amazonq/cli-agents/`",
  },
  toKnow: "Kiro 2 and Amazon Q; hooks belong to an agent there, so make one first",
});
