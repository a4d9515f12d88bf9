import { CLAUDE_PROJECT, CLAUDE_USER } from "./claude-code.install.ts";
import type { Entry } from "./formats/config-file.ts";
import { defineInstaller } from "./formats/installer.ts";
import { pluginInFolder } from "./formats/installed-plugins.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import { jsonHooks } from "./formats/json-hooks.ts";

const itemOf = ({ command, seconds, closing }: Entry) => ({ command, timeout: seconds, ...closing });

export default defineInstaller({
  agent: "cursor",
  user: "~/.cursor/hooks.json",
  project: ".cursor/hooks.json",
  format: (events) =>
    jsonHooks({
      events,
      at: ["hooks"],
      item: itemOf,
      top: { version: 1 },
    }),
  folders: ["~/.cursor"],
  sessions: ["~/.cursor/chats", "~/.cursor/projects"],
  // Cursor also sends preToolUse for the calls of these events, so with both events snapveil would check each call
  // twice.
  leavesOut: (event) => event === "beforeShellExecution" || event === "beforeMCPExecution" || event === "afterFileEdit",
  closing: { failClosed: true },
  plugin: pluginHooks("hooks/cursor.json", "${CURSOR_PLUGIN_ROOT}", itemOf, { version: 1 }),
  plugins: pluginInFolder("~/.cursor/plugins/local/snapveil"),
  waysOut: { managers: "plugin plugins" },
  alsoReads: [...CLAUDE_PROJECT, CLAUDE_USER],
  toDo: ["Start Cursor anew; a project's hooks run in trusted workspaces only."],
  toKnow: "also runs what is registered for Claude Code",
});
