import { join } from "node:path";

import { defineInstaller, configPath, type FilesOf } from "./formats/installer.ts";
import { ownScript } from "./formats/own-file.ts";

/** Cline's hooks: one script for each event, named after the event. */
export function scripts(folder: string): FilesOf {
  return (where, events) =>
    events.map((event) => ({
      path: join(configPath(folder, where), event),
      format: ownScript(event),
      holds: (name) => name === event,
      isProgram: true,
    }));
}

export default defineInstaller({
  agent: "cline",
  files: { user: scripts("~/.cline/hooks"), project: scripts(".cline/hooks") },
  folders: ["~/.cline"],
  namesEvent: true,
  alsoReads: ["~/Documents/Cline/Hooks/PreToolUse", ".clinerules/hooks/PreToolUse"],
  toDo: ["Start Cline anew."],
  shown: { user: "`~/.cline/hooks/`, one script for each event", project: "`.cline/hooks/`, the same" },
  toKnow: "also runs the scripts of Cline for VS Code",
});
