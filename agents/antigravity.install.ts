import type { JsonObject } from "../kit/json.ts";
import type { Entry } from "./formats/config-file.ts";
import { defineInstaller } from "./formats/installer.ts";
import { jsonHooks } from "./formats/json-hooks.ts";

const item = ({ command, seconds, isTool }: Entry): JsonObject => {
  const hook = { type: "command", command, timeout: seconds };
  return isTool ? { matcher: "*", hooks: [hook] } : hook;
};

/**
 * Antigravity's hooks. Some releases start a program without a shell and without arguments, and no payload names its
 * event, so each event has a program of its own.
 */
export default defineInstaller({
  agent: "antigravity",
  user: "~/.gemini/config/hooks.json",
  project: ".agents/hooks.json",
  // The outermost keys of the file are names of groups.
  format: (events) => jsonHooks({ events, at: ["snapveil"], item, top: { snapveil: { enabled: true } } }),
  folders: ["~/.gemini/antigravity-cli", "~/.gemini/config"],
  wraps: "event",
  toDo: ["Start Antigravity anew. Some of its releases read hooks of installed plugins only, and would not see these."],
  toKnow: "starts programs only: one of ours for each event; some releases read hooks of plugins only",
});
