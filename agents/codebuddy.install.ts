import { isNewEvent } from "./claude-code.install.ts";
import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

/** CodeBuddy. Its settings are assumed to have Claude Code's form; nobody has tested this. */
export default defineInstaller({
  agent: "codebuddy",
  user: "~/.codebuddy/settings.json",
  format: groups({ matcher: "*" }),
  without: {
    project: "Where CodeBuddy looks for a project's hooks is not known. For all of them: snapveil install codebuddy",
  },
  folders: ["~/.codebuddy"],
  leavesOut: isNewEvent,
  waysOut: { managers: "plugin plugins" },
  toDo: ["Start CodeBuddy anew. What it makes of a hook nobody here has seen."],
  toKnow: "taken to be as Claude Code",
});
