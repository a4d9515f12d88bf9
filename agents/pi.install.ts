import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { plugin } from "./opencode.install.ts";

/**
 * Pi has no command hooks. It loads the extensions in its own folder; a project's are not read without being asked for.
 */
const pi: Installer = {
  agent: "pi",
  files: { user: (where) => [plugin(join(where.home, ".pi", "agent", "extensions", "snapveil.ts"), "pi", where)] },
  without: { project: "Where Pi looks for a project's extensions is not known. For all of them: snapveil install pi" },
  folders: ({ home }) => [join(home, ".pi")],
  shell: "none",
  isModule: true,
  toDo: ["Start Pi anew."],
  toKnow: "an extension, since there are no command hooks",
};
export default pi;
