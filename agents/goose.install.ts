import { defineInstaller } from "./formats/installer.ts";
import { ownJson } from "./formats/own-file.ts";
import { byEvent, group } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "goose",
  user: "~/.agents/plugins/snapveil/hooks/hooks.json",
  project: ".agents/plugins/snapveil/hooks/hooks.json",
  format: ownJson((entries) => ({ hooks: byEvent(entries, (entry) => group(entry, { matcher: ".*" })) })),
  folders: ["~/.config/goose", "~/.agents/plugins"],
  sessions: ["${XDG_DATA_HOME:-~/.local/share}/goose/sessions"],
  waysOut: { managers: "plugin plugins" },
  toDo: ["Start Goose anew."],
  toKnow: "a plugin folder of our own",
  conversation: { resume: "goose session --resume --session-id ID" },
});
