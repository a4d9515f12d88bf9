import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { Entry, Format } from "./formats/config-file.ts";
import { ownJson } from "./formats/own-file.ts";
import type { Installer, Where } from "./formats/installer.ts";
import { byEvent, SECONDS } from "./formats/shapes.ts";

const copilotHome = ({ env, home }: Where): string => env["COPILOT_HOME"] || join(home, ".copilot");
const format = (events: readonly string[]): Format =>
  ownJson(events, (entries) => ({ version: 1, hooks: byEvent(entries, item) }));

/** `& ` starts a program whose path stands between quotes. */
function item({ command, seconds }: Entry): JsonObject {
  return {
    type: "command",
    bash: command,
    powershell: command.startsWith('"') ? `& ${command}` : command,
    timeoutSec: seconds,
  };
}

/**
 * GitHub Copilot CLI reads every file of a folder, so ours is one of its own. Its camelCase events take the most, and
 * do not name themselves.
 */
const copilotCli: Installer = {
  agent: "copilot-cli",
  files: {
    user: (where, events) => [{ path: join(copilotHome(where), "hooks", "snapveil.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".github", "hooks", "snapveil.json"), format: format(events) }],
  },
  folders: (where) => [copilotHome(where)],
  shell: "sh",
  namesEvent: true,
  unit: SECONDS,
  leavesOut: (event) => /^[A-Z]/.test(event) || event === "permissionRequest",
  alsoReads: ({ root }) => [join(root, ".claude", "settings.json"), join(root, ".claude", "settings.local.json")],
  toDo: ["Start Copilot CLI anew; a project's hooks run in trusted folders only."],
  toKnow: "also runs what a project registers for Claude Code",
};
export default copilotCli;
