import { defineInstaller } from "./formats/installer.ts";
import { jsonHooks } from "./formats/json-hooks.ts";

/** Windsurf's hooks, whose form has no timeout. */
export default defineInstaller({
  agent: "windsurf",
  user: "~/.codeium/windsurf/hooks.json",
  project: ".windsurf/hooks.json",
  format: (events) => jsonHooks({ events, at: ["hooks"], item: ({ command }) => ({ command, show_output: true }) }),
  folders: ["~/.codeium/windsurf"],
  toDo: ["Start Windsurf anew. In JetBrains' programs it reads ~/.codeium/hooks.json, which is not written."],
  toKnow: "not for JetBrains' programs",
});
