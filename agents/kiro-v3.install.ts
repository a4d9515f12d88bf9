import { defineInstaller } from "./formats/installer.ts";
import { ownJson } from "./formats/own-file.ts";

export default defineInstaller({
  agent: "kiro-v3",
  user: "~/.kiro/hooks/snapveil.json",
  project: ".kiro/hooks/snapveil.json",
  format: ownJson((entries) => ({
    version: "v1",
    hooks: entries.map(({ event, command, seconds, isTool }) => ({
      name: `snapveil-${event}`,
      trigger: event,
      ...(isTool && { matcher: ".*" }),
      action: { type: "command", command },
      timeout: seconds,
    })),
  })),
  folders: ["~/.kiro/hooks"],
  toDo: ["Start Kiro anew. Kiro 2 reads other files: snapveil install kiro"],
  toKnow: "a file of our own",
});
