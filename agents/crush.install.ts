import { defineInstaller } from "./formats/installer.ts";
import { jsonHooks } from "./formats/json-hooks.ts";

export default defineInstaller({
  agent: "crush",
  user: "${XDG_CONFIG_HOME:-~/.config}/crush/crush.json",
  // Both names are read; the one that is there is taken.
  project: [".crush.json", "crush.json"],
  format: (events) =>
    jsonHooks({
      events,
      at: ["hooks"],
      item: ({ command, seconds }) => ({ name: "snapveil", matcher: ".*", command, timeout: seconds }),
    }),
  folders: ["${XDG_CONFIG_HOME:-~/.config}/crush"],
  shell: "sh",
  toDo: ["Start Crush anew."],
  shown: { project: "`crush.json` or `.crush.json`" },
});
