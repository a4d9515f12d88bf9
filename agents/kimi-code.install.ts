import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { tomlHooks } from "./formats/toml-hooks.ts";
import type { Installer, Where } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";

const kimiHome = ({ env, home }: Where): string => env["KIMI_CODE_HOME"] || join(home, ".kimi-code");

/** No key but these three: one that is not known drops every hook of the file, the user's own too. */
export const kimiHooks = (events: readonly string[]): Format =>
  tomlHooks(events, ({ event, command, seconds }) => ({ event, command, timeout: seconds }));

const kimiCode: Installer = {
  agent: "kimi-code",
  files: { user: (where, events) => [{ path: join(kimiHome(where), "config.toml"), format: kimiHooks(events) }] },
  without: { project: "Kimi Code has no hooks of a project's. For all of them: snapveil install kimi-code" },
  folders: (where) => [kimiHome(where)],
  shell: "sh",
  unit: SECONDS,
  toDo: ["Start Kimi Code anew."],
  toKnow: "a block at the end of the file",
};
export default kimiCode;
