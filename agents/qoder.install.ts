import { isNewEvent } from "./claude-code.install.ts";
import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

/** Qoder. Its settings are assumed to have Claude Code's form; nobody has tested this. */
export default defineInstaller({
  agent: "qoder",
  user: "~/.qoder/settings.json",
  format: groups({ matcher: "*" }),
  without: { project: "Where Qoder looks for a project's hooks is not known. For all of them: snapveil install qoder" },
  folders: ["~/.qoder"],
  leavesOut: isNewEvent,
  waysOut: { managers: "plugin plugins" },
  toDo: ["Start Qoder anew. What it makes of a hook nobody here has seen."],
  toKnow: "taken to be as Claude Code",
});
