import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { isNewEvent } from "./claude-code.install.ts";
import { groupsUnderHooks, SECONDS } from "./formats/shapes.ts";

/** Taken to read its settings as Claude Code does. */
const qoder: Installer = {
  agent: "qoder",
  files: {
    user: ({ home }, events) => [
      { path: join(home, ".qoder", "settings.json"), format: groupsUnderHooks(events, "*") },
    ],
  },
  without: { project: "Where Qoder looks for a project's hooks is not known. For all of them: snapveil install qoder" },
  folders: ({ home }) => [join(home, ".qoder")],
  leavesOut: isNewEvent,
  shell: "none",
  unit: SECONDS,
  toDo: ["Start Qoder anew. What it makes of a hook nobody here has seen."],
  toKnow: "taken to be as Claude Code",
};
export default qoder;
