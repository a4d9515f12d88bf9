import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer } from "./formats/installer.ts";

const format = (events: readonly string[]): Format =>
  jsonHooks({ events, at: ["hooks"], item: ({ command }) => ({ command, show_output: false }) });

/** Windsurf takes no timeout. */
const windsurf: Installer = {
  agent: "windsurf",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".codeium", "windsurf", "hooks.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".windsurf", "hooks.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".codeium", "windsurf")],
  shell: "none",
  toDo: ["Start Windsurf anew. In JetBrains' programs it reads ~/.codeium/hooks.json, which is not written."],
  toKnow: "not for JetBrains' programs",
};
export default windsurf;
