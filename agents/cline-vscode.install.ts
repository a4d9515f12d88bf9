import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { scripts } from "./cline.install.ts";

const clineVscode: Installer = {
  agent: "cline-vscode",
  files: {
    user: ({ home }, events) => scripts(join(home, "Documents", "Cline", "Hooks"), events),
    project: ({ root }, events) => scripts(join(root, ".clinerules", "hooks"), events),
  },
  folders: ({ home }) => [join(home, "Documents", "Cline")],
  shell: "none",
  namesEvent: true,
  toDo: ["Switch hooks on in Cline's settings, and reload the window of VS Code."],
  shown: { user: "`~/Documents/Cline/Hooks/`, one script for each event", project: "`.clinerules/hooks/`, the same" },
  toKnow: "switch hooks on in its settings",
};
export default clineVscode;
