import { existsSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { Entry, Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer, Where } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";

const item = ({ command, seconds }: Entry): JsonObject => ({
  name: "snapveil",
  matcher: ".*",
  command,
  timeout: seconds,
});
const format = (events: readonly string[]): Format => jsonHooks({ events, at: ["hooks"], item });
const crushHome = ({ env, home }: Where): string => join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "crush");

const crush: Installer = {
  agent: "crush",
  files: {
    user: (where, events) => [{ path: join(crushHome(where), "crush.json"), format: format(events) }],
    // Both names are read; the one that is there is taken.
    project: ({ root }, events) => [
      {
        path: existsSync(join(root, "crush.json")) ? join(root, "crush.json") : join(root, ".crush.json"),
        format: format(events),
      },
    ],
  },
  folders: (where) => [crushHome(where)],
  shell: "sh",
  unit: SECONDS,
  toDo: ["Start Crush anew."],
  shown: { project: "`crush.json` or `.crush.json`" },
};
export default crush;
