import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";
import { claudeHome } from "./claude-code.install.ts";

const format = (events: readonly string[]): Format =>
  jsonHooks({
    events,
    at: ["hooks"],
    item: ({ command, seconds }) => ({ command, timeout: seconds }),
    top: { version: 1 },
  });

const cursor: Installer = {
  agent: "cursor",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".cursor", "hooks.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".cursor", "hooks.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".cursor")],
  // Nobody has looked which shell it is, so the line needs none.
  shell: "none",
  unit: SECONDS,
  // preToolUse is asked for these as well; both would look twice at one call.
  leavesOut: (event) => event === "beforeShellExecution" || event === "beforeMCPExecution" || event === "afterFileEdit",
  alsoReads: (where) => [
    join(where.root, ".claude", "settings.json"),
    join(where.root, ".claude", "settings.local.json"),
    join(claudeHome(where), "settings.json"),
  ],
  toDo: ["Start Cursor anew; a project's hooks run in trusted workspaces only."],
  toKnow: "also runs what is registered for Claude Code",
};
export default cursor;
