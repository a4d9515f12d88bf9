import { defineInstaller } from "./formats/installer.ts";
import { kimiHooks } from "./kimi-code.install.ts";

export default defineInstaller({
  agent: "kimi-cli",
  user: "~/.kimi/config.toml",
  format: kimiHooks,
  without: { project: "Kimi CLI has no hooks of a project's. For all of them: snapveil install kimi-cli" },
  folders: ["~/.kimi"],
  sessions: ["~/.kimi/sessions"],
  shell: "sh",
  toDo: ["Start Kimi CLI anew."],
  toKnow: "a block at the end of the file",
});
