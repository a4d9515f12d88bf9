import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "letta",
  user: "~/.letta/settings.json",
  project: ".letta/settings.local.json",
  format: groups({ matcher: "*", milliseconds: true }),
  folders: ["~/.letta"],
  isMilliseconds: () => true, // a guess: the unit is not known
  toDo: ["Start Letta Code anew."],
  toKnow: "the unit of its timeout is a guess",
});
