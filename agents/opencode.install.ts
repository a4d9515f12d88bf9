import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { ConfigFile } from "./formats/config-file.ts";
import { ownModule } from "./formats/own-file.ts";
import type { Installer, Where } from "./formats/installer.ts";

/** A plugin of ours as the package ships it, with the path of the copy that is started. */
export function plugin(path: string, name: string, { program, runtime }: Where): ConfigFile {
  const words = runtime.platform === "win32" ? [runtime.node, runtime.script] : [runtime.launcher];
  return { path, format: ownModule(() => readFileSync(join(program, "shims", `${name}.ts`), "utf8"), words) };
}

const configHome = ({ env, home }: Where): string => join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "opencode");

/** OpenCode has no command hooks. */
const opencode: Installer = {
  agent: "opencode",
  files: {
    user: (where) => [plugin(join(configHome(where), "plugins", "snapveil.ts"), "opencode", where)],
    project: (where) => [plugin(join(where.root, ".opencode", "plugins", "snapveil.ts"), "opencode", where)],
  },
  folders: (where) => [configHome(where)],
  shell: "none",
  isModule: true,
  toDo: ["Start OpenCode anew."],
  toKnow: "a plugin, since there are no command hooks",
};
export default opencode;
