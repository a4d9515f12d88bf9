import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { groupsUnderHooks } from "./formats/shapes.ts";

const qwenCode: Installer = {
  agent: "qwen-code",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".qwen", "settings.json"), format: groupsUnderHooks(events, "*") }],
    project: ({ root }, events) => [
      { path: join(root, ".qwen", "settings.json"), format: groupsUnderHooks(events, "*") },
    ],
  },
  folders: ({ home }) => [join(home, ".qwen")],
  shell: "sh",
  // Seconds, but a number from 1000 on is read as milliseconds.
  unit: (timeout) => (timeout >= 1000 ? 1 : 1000),
  switchedOff: (root) => (root["disableAllHooks"] === true ? '"disableAllHooks" is true in it' : undefined),
  toDo: ["Start Qwen Code anew."],
};
export default qwenCode;
