import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { groupsUnderHooks, SECONDS } from "./formats/shapes.ts";

const openhands: Installer = {
  agent: "openhands",
  files: {
    user: ({ home }, events) => [
      { path: join(home, ".openhands", "hooks.json"), format: groupsUnderHooks(events, "*") },
    ],
    project: ({ root }, events) => [
      { path: join(root, ".openhands", "hooks.json"), format: groupsUnderHooks(events, "*") },
    ],
  },
  folders: ({ home }) => [join(home, ".openhands")],
  shell: "sh",
  unit: SECONDS,
  toDo: [
    "A project that has a .openhands/hooks.json of its own is not served by the user's: install there with --project.",
  ],
  toKnow: "a project with a file of its own is not served by the user's",
};
export default openhands;
