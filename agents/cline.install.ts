import { join } from "node:path";

import type { ConfigFile } from "./formats/config-file.ts";
import { ownScript } from "./formats/own-file.ts";
import type { Installer } from "./formats/installer.ts";

/** One program for each event, named after it. */
export function scripts(folder: string, events: readonly string[]): ConfigFile[] {
  return events.map((event) => ({
    path: join(folder, event),
    format: ownScript(event),
    holds: (name) => name === event,
    isProgram: true,
  }));
}

const cline: Installer = {
  agent: "cline",
  files: {
    user: ({ home }, events) => scripts(join(home, ".cline", "hooks"), events),
    project: ({ root }, events) => scripts(join(root, ".cline", "hooks"), events),
  },
  folders: ({ home }) => [join(home, ".cline")],
  shell: "none",
  namesEvent: true,
  alsoReads: ({ home, root }) => [
    join(home, "Documents", "Cline", "Hooks", "PreToolUse"),
    join(root, ".clinerules", "hooks", "PreToolUse"),
  ],
  toDo: ["Start Cline anew."],
  shown: { user: "`~/.cline/hooks/`, one script for each event", project: "`.cline/hooks/`, the same" },
  toKnow: "also runs the scripts of Cline for VS Code",
};
export default cline;
