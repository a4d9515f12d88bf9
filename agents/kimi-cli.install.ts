import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";
import { kimiHooks } from "./kimi-code.install.ts";

const kimiCli: Installer = {
  agent: "kimi-cli",
  files: { user: ({ home }, events) => [{ path: join(home, ".kimi", "config.toml"), format: kimiHooks(events) }] },
  without: { project: "Kimi CLI has no hooks of a project's. For all of them: snapveil install kimi-cli" },
  folders: ({ home }) => [join(home, ".kimi")],
  shell: "sh",
  unit: SECONDS,
  toDo: ["Start Kimi CLI anew."],
  toKnow: "a block at the end of the file",
};
export default kimiCli;
