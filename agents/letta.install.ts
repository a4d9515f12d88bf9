import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer } from "./formats/installer.ts";
import { group, MILLISECONDS } from "./formats/shapes.ts";

const format = (events: readonly string[]): Format =>
  jsonHooks({ events, at: ["hooks"], item: (entry) => group(entry, { matcher: "*", timeout: entry.seconds * 1000 }) });

const letta: Installer = {
  agent: "letta",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".letta", "settings.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".letta", "settings.local.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".letta")],
  shell: "none",
  // Milliseconds, as far as anybody knows.
  unit: MILLISECONDS,
  toDo: ["Start Letta Code anew."],
  toKnow: "the unit of its timeout is a guess",
};
export default letta;
