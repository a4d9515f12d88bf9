import { join } from "node:path";

import { yamlHooks } from "./formats/yaml-hooks.ts";
import type { Installer, Where } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";

const hermesHome = ({ env, home }: Where): string => env["HERMES_HOME"] || join(home, ".hermes");

const hermes: Installer = {
  agent: "hermes",
  files: {
    user: (where, events) => [
      {
        path: join(hermesHome(where), "config.yaml"),
        format: yamlHooks({
          events,
          at: (event) => ["hooks", event],
          item: ({ command, seconds }) => ({ command, timeout: seconds }),
        }),
      },
    ],
  },
  without: { project: "Hermes has no hooks of a project's. For all of them: snapveil install hermes" },
  folders: (where) => [hermesHome(where)],
  shell: "none",
  unit: SECONDS,
  // A command hook cannot change a result there, only an extension in Python can.
  leavesOut: (event) => event === "transform_tool_result",
  toDo: [
    "Start Hermes in a terminal once and say yes to each of the hooks, or start it with --accept-hooks: a hook " +
      "that was not agreed to is left out.",
  ],
  toKnow: "asks about each hook once, in a terminal",
};
export default hermes;
