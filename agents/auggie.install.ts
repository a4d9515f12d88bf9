import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

/** Auggie's hooks. Auggie starts only script files, so the hook is a script. */
export default defineInstaller({
  agent: "auggie",
  user: "~/.augment/settings.json",
  project: ".augment/settings.local.json",
  format: groups({ matcher: ".*", milliseconds: true }),
  folders: ["~/.augment"],
  sessions: ["~/.augment/sessions"],
  wraps: "agent",
  isMilliseconds: () => true,
  waysOut: { managers: "plugin plugins" },
  toDo: ["Start Auggie anew."],
  toKnow: "starts scripts only: one of ours",
});
