import { defineInstaller } from "./formats/installer.ts";
import { OPENCODE_WAYS_OUT, plugin } from "./opencode.install.ts";

/** Kilo Code, a fork of OpenCode. It is assumed to load plugins as OpenCode does. */
export default defineInstaller({
  agent: "kilo",
  files: { user: plugin("kilo", "${XDG_CONFIG_HOME:-~/.config}/kilo/plugin/snapveil.ts") },
  without: {
    project: "Where Kilo Code looks for a project's plugins is not known. For all of them: snapveil install kilo",
  },
  folders: ["${XDG_CONFIG_HOME:-~/.config}/kilo"],
  isModule: true,
  waysOut: OPENCODE_WAYS_OUT,
  toDo: ["Start Kilo Code anew. Whether it loads the plugin nobody here has seen."],
  toKnow: "the same plugin; nobody here has seen it load",
});
