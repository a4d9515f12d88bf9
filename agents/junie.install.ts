import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { groupsUnderHooks } from "./formats/shapes.ts";

const junie: Installer = {
  agent: "junie",
  files: {
    user: ({ home }, events) => [
      { path: join(home, ".junie", "config.json"), format: groupsUnderHooks(events, undefined) },
    ],
  },
  without: { project: "Junie has no hooks of a project's. For all of them: snapveil install junie" },
  folders: ({ home }) => [join(home, ".junie")],
  shell: "none",
  toDo: ["Start Junie anew. What it makes of a hook nobody here has seen."],
  toKnow: "nobody here has seen what it makes of hooks",
};
export default junie;
