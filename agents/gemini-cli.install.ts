import { isObject } from "../kit/json.ts";
import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "gemini-cli",
  user: "~/.gemini/settings.json",
  project: ".gemini/settings.json",
  format: groups({ matcher: ".*", milliseconds: true, more: { name: "snapveil" } }),
  folders: ["~/.gemini/settings.json", "~/.gemini/tmp"],
  shell: "sh",
  takesEnv: true,
  isMilliseconds: () => true,
  switchedOff: (root) =>
    isObject(root["hooksConfig"]) && root["hooksConfig"]["enabled"] === false
      ? '"hooksConfig.enabled" is false in it'
      : undefined,
  toDo: [
    "Start Gemini CLI anew; a project's hooks are asked about once, and are not run in a folder that is not trusted.",
  ],
  conversation: { resume: "gemini --resume ID", back: "/rewind, for the conversation only" },
});
