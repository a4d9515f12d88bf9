import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { ownJson } from "./formats/own-file.ts";
import type { Installer } from "./formats/installer.ts";
import { byEvent, group, SECONDS } from "./formats/shapes.ts";

const format = (events: readonly string[]): Format =>
  ownJson(events, (entries) => ({ hooks: byEvent(entries, (entry) => group(entry, { matcher: ".*" })) }));

const goose: Installer = {
  agent: "goose",
  files: {
    user: ({ home }, events) => [
      { path: join(home, ".agents", "plugins", "snapveil", "hooks", "hooks.json"), format: format(events) },
    ],
    project: ({ root }, events) => [
      { path: join(root, ".agents", "plugins", "snapveil", "hooks", "hooks.json"), format: format(events) },
    ],
  },
  folders: ({ home }) => [join(home, ".config", "goose"), join(home, ".agents", "plugins")],
  shell: "none",
  unit: SECONDS,
  toDo: ["Start Goose anew."],
  toKnow: "a plugin folder of our own",
};
export default goose;
