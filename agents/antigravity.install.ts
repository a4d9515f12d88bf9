import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { Entry, Format } from "./formats/config-file.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import type { Installer } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";

const item = ({ command, seconds, isTool }: Entry): JsonObject => {
  const hook = { type: "command", command, timeout: seconds };
  return isTool ? { matcher: "*", hooks: [hook] } : hook;
};
/** The file's outermost keys are names of groups. */
const format = (events: readonly string[]): Format =>
  jsonHooks({ events, at: ["snapveil"], item, top: { snapveil: { enabled: true } } });

/**
 * Some releases start a program without a shell and without words, and no payload names its event: one program for
 * each.
 */
const antigravity: Installer = {
  agent: "antigravity",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".gemini", "config", "hooks.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".agents", "hooks.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".gemini", "antigravity-cli"), join(home, ".gemini", "config")],
  shell: "none",
  wraps: "event",
  unit: SECONDS,
  toDo: ["Start Antigravity anew. Some of its releases read hooks of installed plugins only, and would not see these."],
  toKnow: "starts programs only: one of ours for each event; some releases read hooks of plugins only",
};
export default antigravity;
