import { scripts } from "./cline.install.ts";
import { defineInstaller } from "./formats/installer.ts";

export default defineInstaller({
  agent: "cline-vscode",
  files: { user: scripts("~/Documents/Cline/Hooks"), project: scripts(".clinerules/hooks") },
  folders: ["~/Documents/Cline"],
  namesEvent: true,
  toDo: ["Switch hooks on in Cline's settings, and reload the window of VS Code."],
  shown: { user: "`~/Documents/Cline/Hooks/`, one script for each event", project: "`.clinerules/hooks/`, the same" },
  toKnow: "switch hooks on in its settings",
});
