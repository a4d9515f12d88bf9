import { listedPackages } from "./formats/installed-plugins.ts";
import { defineInstaller } from "./formats/installer.ts";
import { OPENCODE_WAYS_OUT, plugin } from "./opencode.install.ts";

const CONFIG = "${XDG_CONFIG_HOME:-~/.config}/kilo";

/** Kilo Code, a fork of OpenCode that loads plugins as OpenCode does. */
export default defineInstaller({
  agent: "kilo",
  files: {
    user: plugin("kilo", `${CONFIG}/plugin/snapveil.ts`),
    project: plugin("kilo", ".kilo/plugin/snapveil.ts"),
  },
  folders: [CONFIG],
  sessions: ["${XDG_DATA_HOME:-~/.local/share}/kilo/kilo.db*", "${XDG_DATA_HOME:-~/.local/share}/kilo/storage"],
  plugins: listedPackages("plugin", `${CONFIG}/kilo.json`, `${CONFIG}/kilo.jsonc`, "kilo.json", ".kilo/kilo.jsonc"),
  isModule: true,
  waysOut: OPENCODE_WAYS_OUT,
  toDo: ["Start Kilo Code anew."],
  toKnow: "a plugin, since there are no command hooks",
  conversation: { resume: "kilo --session ID" },
});
