import { existsSync } from "node:fs";
import { join } from "node:path";

import { defineInstaller } from "./formats/installer.ts";
import { yamlHooks } from "./formats/yaml-hooks.ts";

export default defineInstaller({
  agent: "starchild",
  files: {
    project: ({ root }, events) => [
      {
        // `config` lies in the workspace; the command may run in the workspace or in its parent folder.
        path: join(root, existsSync(join(root, "workspace")) ? "workspace" : "", "config/shell_hooks.yaml"),
        format: yamlHooks({
          events,
          at: () => ["hooks"],
          item: ({ event, command, seconds, isTool }) => ({
            event,
            ...(isTool && { matcher: ".*" }),
            command,
            timeout: seconds,
          }),
        }),
      },
    ],
  },
  without: { user: "Starchild keeps its hooks in a workspace. Go there and use: snapveil install starchild --project" },
  folders: ["workspace/config"],
  approval: (event, command) => `In Starchild type: /hooks approve ${event} ${command}`,
  toDo: ["Then type: /hooks on"],
  shown: { project: "`config/shell_hooks.yaml` of the workspace" },
  toKnow: "/hooks approve, then /hooks on",
});
