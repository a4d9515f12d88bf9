import { join } from "node:path";

import type { Installer, Where } from "./formats/installer.ts";
import { groupsUnderHooks, SECONDS } from "./formats/shapes.ts";

const devinHome = ({ env, home }: Where): string => join(env["XDG_CONFIG_HOME"] || join(home, ".config"), "devin");

const devin: Installer = {
  agent: "devin",
  files: {
    user: (where, events) => [{ path: join(devinHome(where), "config.json"), format: groupsUnderHooks(events, ".*") }],
    // The file itself is the map of events.
    project: ({ root }, events) => [
      { path: join(root, ".devin", "hooks.v1.json"), format: groupsUnderHooks(events, ".*", { at: [] }) },
    ],
  },
  folders: (where) => [devinHome(where)],
  shell: "none",
  unit: SECONDS,
  alsoReads: ({ root }) => [join(root, ".claude", "settings.json"), join(root, ".claude", "settings.local.json")],
  toDo: ["Start Devin CLI anew. What it makes of a hook nobody here has seen."],
  toKnow: "nobody here has seen what it makes of hooks",
};
export default devin;
