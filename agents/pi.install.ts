import { listedPackages } from "./formats/installed-plugins.ts";
import { defineInstaller } from "./formats/installer.ts";
import { plugin } from "./opencode.install.ts";

/**
 * Pi has no command hooks, so an extension is installed. Pi loads the extensions in the user's folder; it loads those
 * of a project only on request.
 */
export default defineInstaller({
  agent: "pi",
  files: { user: plugin("pi", "~/.pi/agent/extensions/snapveil.ts") },
  without: { project: "Where Pi looks for a project's extensions is not known. For all of them: snapveil install pi" },
  folders: ["~/.pi"],
  sessions: ["~/.pi/agent/sessions"],
  plugins: listedPackages("packages", "~/.pi/agent/settings.json"),
  waysOut: { managers: "", unhooked: /(?:^| )(?:-ne|--no-extensions)(?: |$)/, variables: /^PI_CODING_AGENT_DIR=/ },
  isModule: true,
  toDo: ["Start Pi anew."],
  toKnow: "an extension, since there are no command hooks",
});
