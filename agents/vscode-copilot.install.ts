import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { Entry } from "./formats/config-file.ts";
import { ownJson } from "./formats/own-file.ts";
import type { Installer } from "./formats/installer.ts";
import { byEvent, SECONDS } from "./formats/shapes.ts";
import { claudeHome } from "./claude-code.install.ts";

const item = ({ command, seconds }: Entry): JsonObject => ({ type: "command", command, timeout: seconds });

/**
 * VS Code has no file of its own for a user: it runs what is registered for Claude Code, and is answered in its own
 * words there.
 */
const vscodeCopilot: Installer = {
  agent: "vscode-copilot",
  files: {
    project: ({ root }, events) => [
      {
        path: join(root, ".github", "hooks", "snapveil-vscode.json"),
        format: ownJson(events, (entries) => ({ hooks: byEvent(entries, item) })),
      },
    ],
  },
  without: {
    user:
      "VS Code reads no hooks of its own for a user. It runs those of Claude Code: snapveil install claude-code; " +
      "or for one project: snapveil install vscode-copilot --project",
  },
  folders: ({ root }) => [join(root, ".vscode")],
  shell: "sh",
  unit: SECONDS,
  alsoReads: (where) => [
    join(where.root, ".github", "hooks", "snapveil.json"),
    join(where.root, ".claude", "settings.json"),
    join(where.root, ".claude", "settings.local.json"),
    join(claudeHome(where), "settings.json"),
  ],
  toDo: ["Reload the window of VS Code."],
  toKnow: "for yourself it runs what is registered for Claude Code",
};
export default vscodeCopilot;
