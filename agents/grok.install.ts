import { CLAUDE_USER } from "./claude-code.install.ts";
import { defineInstaller } from "./formats/installer.ts";
import { ownJson } from "./formats/own-file.ts";
import { byEvent, group } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "grok",
  user: "${GROK_HOME:-~/.grok}/hooks/snapveil.json",
  project: ".grok/hooks/snapveil.json",
  // Timeouts are whole seconds: Grok drops a file with another number.
  format: ownJson((entries) => ({ hooks: byEvent(entries, (entry) => group(entry, {})) })),
  folders: ["${GROK_HOME:-~/.grok}"],
  sessions: ["${GROK_HOME:-~/.grok}/sessions"],
  alsoReads: [CLAUDE_USER, ".cursor/hooks.json", "~/.cursor/hooks.json"],
  toDo: ["Start Grok anew; a project's hooks run in trusted folders only."],
  toKnow: "also runs what is registered for Claude Code and Cursor",
});
