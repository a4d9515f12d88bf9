import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer } from "./formats/installer.ts";
import { group, MILLISECONDS } from "./formats/shapes.ts";

const format = (events: readonly string[]): Format =>
  jsonHooks({ events, at: ["hooks"], item: (entry) => group(entry, { matcher: ".*", timeout: entry.seconds * 1000 }) });

/** Auggie starts scripts and nothing else. */
const auggie: Installer = {
  agent: "auggie",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".augment", "settings.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".augment", "settings.local.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".augment")],
  shell: "none",
  wraps: "agent",
  unit: MILLISECONDS,
  toDo: ["Start Auggie anew."],
  toKnow: "starts scripts only: one of ours",
};
export default auggie;
