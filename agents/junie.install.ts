import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "junie",
  user: "~/.junie/config.json",
  format: groups({}),
  without: { project: "Junie has no hooks of a project's. For all of them: snapveil install junie" },
  folders: ["~/.junie"],
  closing: { blockOnError: true },
  toDo: ["Start Junie anew. What it makes of a hook nobody here has seen."],
  toKnow: "nobody here has seen what it makes of hooks",
});
