import { defineInstaller } from "./formats/installer.ts";
import { jsonHooks } from "./formats/json-hooks.ts";

export default defineInstaller({
  agent: "crush",
  user: "${XDG_CONFIG_HOME:-~/.config}/crush/crush.json",
  // Crush reads a file of either name.
  project: [".crush.json", "crush.json"],
  format: (events) =>
    jsonHooks({
      events,
      at: ["hooks"],
      item: ({ command, seconds, isTool }) => ({
        name: "snapveil",
        ...(isTool && { matcher: ".*" }),
        command,
        timeout: seconds,
      }),
    }),
  folders: ["${XDG_CONFIG_HOME:-~/.config}/crush"],
  shell: "sh",
  toDo: ["Start Crush anew."],
  shown: { project: "`crush.json` or `.crush.json`" },
});
