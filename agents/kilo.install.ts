import { join } from "node:path";

import type { Installer, Where } from "./formats/installer.ts";
import { plugin } from "./opencode.install.ts";

const configHome = ({ env, home }: Where): string => join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "kilo");

/** Taken to load plugins as OpenCode does, which it grew out of. */
const kilo: Installer = {
  agent: "kilo",
  files: { user: (where) => [plugin(join(configHome(where), "plugin", "snapveil.ts"), "kilo", where)] },
  without: {
    project: "Where Kilo Code looks for a project's plugins is not known. For all of them: snapveil install kilo",
  },
  folders: (where) => [configHome(where)],
  shell: "none",
  isModule: true,
  toDo: ["Start Kilo Code anew. Whether it loads the plugin nobody here has seen."],
  toKnow: "the same plugin; nobody here has seen it load",
};
export default kilo;
