import { defineInstaller } from "./formats/installer.ts";
import { groups } from "./formats/shapes.ts";

export default defineInstaller({
  agent: "openhands",
  user: "~/.openhands/hooks.json",
  project: ".openhands/hooks.json",
  format: groups({ matcher: "*" }),
  folders: ["~/.openhands"],
  sessions: ["~/.openhands/conversations", "~/.openhands/sessions"],
  shell: "sh",
  toDo: [
    "A project that has a .openhands/hooks.json of its own is not served by the user's: install there with --project.",
  ],
  toKnow: "a project with a file of its own is not served by the user's",
});
