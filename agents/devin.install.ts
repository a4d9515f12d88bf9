import { CLAUDE_PROJECT } from "./claude-code.install.ts";
import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "devin",
  user: "${XDG_CONFIG_HOME:-~/.config}/devin/config.json",
  project: ".devin/hooks.v1.json",
  // In the project's file the events are the outermost keys.
  format: (events, scope) => groups({ matcher: ".*", at: scope === "user" ? ["hooks"] : [] })(events),
  folders: ["${XDG_CONFIG_HOME:-~/.config}/devin"],
  alsoReads: CLAUDE_PROJECT,
  toDo: ["Start Devin CLI anew. What it makes of a hook nobody here has seen."],
  toKnow: "nobody here has seen what it makes of hooks",
});
