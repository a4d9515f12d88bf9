import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "qwen-code",
  user: "~/.qwen/settings.json",
  project: ".qwen/settings.json",
  format: groups({ matcher: "*" }),
  folders: ["~/.qwen"],
  shell: "sh",
  isMilliseconds: (timeout) => timeout >= 1000, // seconds below
  switchedOff: (root) => (root["disableAllHooks"] === true ? '"disableAllHooks" is true in it' : undefined),
  toDo: ["Start Qwen Code anew."],
  conversation: { resume: "qwen --resume ID" },
});
