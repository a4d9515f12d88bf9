import { readdirSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { ConfigFile, Entry, Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer } from "./formats/installer.ts";
import { MILLISECONDS } from "./formats/shapes.ts";

const item = ({ command, seconds, isTool }: Entry): JsonObject => ({
  ...(isTool && { matcher: "*" }),
  command,
  timeout_ms: seconds * 1000,
});
const format = (events: readonly string[]): Format => jsonHooks({ events, at: ["hooks"], item });

/** Kiro and Amazon Q keep hooks in the file of each agent that the user made; there is none for all of them. */
function agentFiles(folders: readonly string[], events: readonly string[]): ConfigFile[] {
  return folders.flatMap(jsonFiles).map((path) => ({ path, format: format(events) }));
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

const kiro: Installer = {
  agent: "kiro",
  files: {
    user: ({ home }, events) =>
      agentFiles([join(home, ".kiro", "agents"), join(home, ".aws", "amazonq", "cli-agents")], events),
    project: ({ root }, events) =>
      agentFiles([join(root, ".kiro", "agents"), join(root, ".amazonq", "cli-agents")], events),
  },
  noFile:
    "Kiro keeps its hooks in the file of an agent, and there is none yet. Make one with /agent create, start " +
    "Kiro with it, and install again.",
  folders: ({ home }) => [join(home, ".kiro", "agents"), join(home, ".aws", "amazonq", "cli-agents")],
  shell: "sh",
  unit: MILLISECONDS,
  toDo: [
    "Start Kiro with one of these agents; an agent that is made later has no hooks until you install again. Kiro " +
      "3 reads other files: snapveil install kiro-v3",
  ],
  shown: {
    user: "each file in `~/.kiro/agents/` and `~/.aws/amazonq/cli-agents/`",
    project: "each file in `.kiro/agents/` and `.amazonq/cli-agents/`",
  },
  toKnow: "Kiro 2 and Amazon Q; hooks belong to an agent there, so make one first",
};
export default kiro;
