import { defineInstaller } from "./formats/installer.ts";
import { yamlHooks } from "./formats/yaml-hooks.ts";

export default defineInstaller({
  agent: "hermes",
  user: "${HERMES_HOME:-~/.hermes}/config.yaml",
  format: (events) =>
    yamlHooks({
      events,
      at: (event) => ["hooks", event],
      item: ({ command, seconds, closing }) => ({ command, timeout: seconds, ...closing }),
    }),
  without: { project: "Hermes has no hooks of a project's. For all of them: snapveil install hermes" },
  folders: ["${HERMES_HOME:-~/.hermes}"],
  closing: { fail_closed: true },
  // At this event only an extension in Python can change a result.
  leavesOut: (event) => event === "transform_tool_result",
  toDo: [
    "Start Hermes in a terminal once and say yes to each of the hooks, or start it with --accept-hooks: a hook " +
      "that was not agreed to is left out.",
  ],
  toKnow: "asks about each hook once, in a terminal",
});
