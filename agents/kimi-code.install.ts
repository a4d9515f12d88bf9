import type { Format } from "./formats/config-file.ts";
import { defineInstaller } from "./formats/installer.ts";
import type { Shape } from "./formats/shape.ts";
import { tomlHooks, wholeToml } from "./formats/toml-hooks.ts";

/**
 * Kimi's hooks, with the keys `event`, `command` and `timeout` only: because of an unknown key Kimi drops every hook of
 * the file, the user's own included.
 */
export const kimiHooks = (events: readonly string[]): Format =>
  tomlHooks(events, ({ event, command, seconds }) => ({ event, command, timeout: seconds }));

/**
 * The form of a hook in release 2.1.0. The names of events are not checked, because each release knows other events.
 */
const HOOK: Shape = {
  keys: {
    event: "text",
    command: "text",
    matcher: "text",
    timeout: { number: { from: 1, to: 600, whole: true } },
  },
  needs: "event command",
  only: true,
};

export default defineInstaller({
  agent: "kimi-code",
  user: "${KIMI_CODE_HOME:-~/.kimi-code}/config.toml",
  format: kimiHooks,
  without: { project: "Kimi Code has no hooks of a project's. For all of them: snapveil install kimi-code" },
  folders: ["${KIMI_CODE_HOME:-~/.kimi-code}"],
  shell: "sh",
  refuses: wholeToml(HOOK),
  toDo: ["Start Kimi Code anew."],
  toKnow: "a block at the end of the file",
});
