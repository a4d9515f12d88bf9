import { CLAUDE_PROJECT } from "./claude-code.install.ts";
import { defineInstaller } from "./formats/installer.ts";
import { copilotPlugins } from "./formats/installed-plugins.ts";
import { pluginHooks } from "./formats/plugin-hooks.ts";
import { ownJson } from "./formats/own-file.ts";
import { byEvent } from "./formats/shapes.ts";

/**
 * GitHub Copilot CLI reads every file of a folder, so snapveil has its own file. The camelCase events are registered,
 * because their answers can change more. The payloads of these events do not name the event.
 */
export default defineInstaller({
  agent: "copilot-cli",
  user: "${COPILOT_HOME:-~/.copilot}/hooks/snapveil.json",
  project: ".github/hooks/snapveil.json",
  format: ownJson((entries) => ({
    version: 1,
    hooks: byEvent(entries, ({ command, seconds }) => ({
      type: "command",
      bash: command,
      powershell: command.startsWith('"') ? `& ${command}` : command, // PowerShell starts a quoted path only after `&`
      timeoutSec: seconds,
    })),
  })),
  folders: ["${COPILOT_HOME:-~/.copilot}"],
  sessions: [
    "${COPILOT_HOME:-~/.copilot}/session-state",
    "${COPILOT_HOME:-~/.copilot}/history-session-state",
    "${COPILOT_HOME:-~/.copilot}/session-store*",
  ],
  shell: "sh",
  plugin: pluginHooks(
    "hooks/copilot.json",
    "${COPILOT_PLUGIN_ROOT}",
    ({ command, seconds }) => ({
      type: "command",
      bash: command,
      powershell: command.replace(/^"\$\{(\w+)\}(\S+)"/, '& "$env:$1$2.cmd"'),
      timeoutSec: seconds,
    }),
    { version: 1 },
  ),
  plugins: copilotPlugins,
  waysOut: { managers: "plugin plugins", variables: /^COPILOT_HOME=/ },
  namesEvent: true,
  leavesOut: (event) => /^[A-Z]/.test(event) || event === "permissionRequest",
  alsoReads: CLAUDE_PROJECT,
  toDo: ["Start Copilot CLI anew; a project's hooks run in trusted folders only."],
  toKnow: "also runs what a project registers for Claude Code",
  conversation: { resume: "copilot --resume=ID", back: "/rewind, for the conversation only" },
});
