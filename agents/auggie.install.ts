import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

/** Auggie's hooks. It starts only scripts. */
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
