import { CLAUDE_PROJECT, CLAUDE_USER } from "./claude-code.install.ts";
import { defineInstaller } from "./formats/installer.ts";
import { ownJson } from "./formats/own-file.ts";
import { byEvent } from "./formats/shapes.ts";

/**
 * VS Code reads no hooks of its own for a user. It runs the hooks that are registered for Claude Code, and a hook
 * registered there recognises VS Code's payloads.
 */
export default defineInstaller({
  agent: "vscode-copilot",
  project: ".github/hooks/snapveil-vscode.json",
  format: ownJson((entries) => ({
    hooks: byEvent(entries, ({ command, seconds }) => ({ type: "command", command, timeout: seconds })),
  })),
  without: {
    user:
      "VS Code reads no hooks of its own for a user. It runs those of Claude Code: snapveil install claude-code; " +
      "or for one project: snapveil install vscode-copilot --project",
  },
  folders: [".vscode"],
  shell: "sh",
  alsoReads: [".github/hooks/snapveil.json", ...CLAUDE_PROJECT, CLAUDE_USER],
  toDo: ["Reload the window of VS Code."],
  toKnow: "for yourself it runs what is registered for Claude Code",
});
