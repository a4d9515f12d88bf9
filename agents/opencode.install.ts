import { readFileSync } from "node:fs";
import { join } from "node:path";

import { listedPackages } from "./formats/installed-plugins.ts";
import { defineInstaller, configPath, type FilesOf } from "./formats/installer.ts";
import { ownModule } from "./formats/own-file.ts";

/** A plugin of snapveil from the package, changed to start the installed program. */
export function plugin(name: string, path: string): FilesOf {
  return (where) => {
    const { node, script, launcher, platform } = where.runtime;
    const source = () => readFileSync(join(where.program, "shims", `${name}.ts`), "utf8");
    const words = platform === "win32" ? [node, script] : [launcher];
    return [{ path: configPath(path, where), format: ownModule(source, words) }];
  };
}

/** The ways out of OpenCode and of its forks, whose variables are called the same but for their first word. */
export const OPENCODE_WAYS_OUT = {
  managers: "plugin plug",
  unhooked: /(?:^| )--pure(?: |$)/,
  variables: /^(?:OPENCODE|KILO)_(?:PURE=(?!0?$|false$)|CONFIG_DIR=)/,
};

/** OpenCode has no command hooks, so a plugin is installed. */
export default defineInstaller({
  agent: "opencode",
  files: {
    user: plugin("opencode", "${XDG_CONFIG_HOME:-~/.config}/opencode/plugins/snapveil.ts"),
    project: plugin("opencode", ".opencode/plugins/snapveil.ts"),
  },
  folders: ["${XDG_CONFIG_HOME:-~/.config}/opencode"],
  sessions: [
    "${XDG_DATA_HOME:-~/.local/share}/opencode/opencode.db*",
    "${XDG_DATA_HOME:-~/.local/share}/opencode/storage",
  ],
  plugins: listedPackages(
    "plugin",
    "${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.json",
    "${XDG_CONFIG_HOME:-~/.config}/opencode/opencode.jsonc",
    "opencode.json",
  ),
  waysOut: OPENCODE_WAYS_OUT,
  isModule: true,
  // OpenCode 2 rejects plugins of the form that OpenCode 1 loads.
  servedBelow: { program: "opencode", major: 2, repair: "Use a release of OpenCode 1: npm install -g opencode-ai@1" },
  toDo: ["Start OpenCode anew."],
  toKnow: "OpenCode 1 only; a plugin, since there are no command hooks",
  conversation: { resume: "opencode --session ID" },
});
