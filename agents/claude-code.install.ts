import { join } from "node:path";

import type { Installer, Where } from "./formats/installer.ts";
import { groupsUnderHooks, SECONDS } from "./formats/shapes.ts";

/** `CLAUDE_CONFIG_DIR` moves the user's folder. */
export const claudeHome = ({ env, home }: Where): string => env["CLAUDE_CONFIG_DIR"] || join(home, ".claude");

/** A release that does not know an event may refuse the whole file. */
export const isNewEvent = (event: string): boolean => event === "UserPromptExpansion";

/** Claude Code. A project's lines name paths of this machine, so they go into the file that is not committed. */
const claudeCode: Installer = {
  agent: "claude-code",
  files: {
    user: (where, events) => [
      { path: join(claudeHome(where), "settings.json"), format: groupsUnderHooks(events, "*") },
    ],
    project: ({ root }, events) => [
      { path: join(root, ".claude", "settings.local.json"), format: groupsUnderHooks(events, "*") },
    ],
  },
  folders: (where) => [claudeHome(where)],
  leavesOut: isNewEvent,
  shell: "sh",
  unit: SECONDS,
  switchedOff: (root) => (root["disableAllHooks"] === true ? '"disableAllHooks" is true in it' : undefined),
  toDo: ["Start Claude Code anew; /hooks lists what is registered."],
  toKnow: "the project file is the one that is not committed",
};
export default claudeCode;
