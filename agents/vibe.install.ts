import { defineInstaller } from "./formats/installer.ts";
import { tomlHooks } from "./formats/toml-hooks.ts";

export default defineInstaller({
  agent: "vibe",
  user: "${VIBE_HOME:-~/.vibe}/hooks.toml",
  project: ".vibe/hooks.toml",
  format: (events) =>
    tomlHooks(events, ({ event, command, seconds, isTool, closing }) => ({
      name: `snapveil-${event}`,
      type: event,
      ...(isTool && { match: "*" }),
      command,
      timeout: seconds,
      ...closing,
    })),
  folders: ["${VIBE_HOME:-~/.vibe}"],
  sessions: ["${VIBE_HOME:-~/.vibe}/logs"],
  shell: "sh",
  closing: { strict: true },
  // These are names of events in releases before 2.21.
  leavesOut: (event) => event === "before_tool" || event === "after_tool" || event === "post_agent_turn",
  toDo: ["Start Vibe anew. It needs release 2.21 or newer; a project's hooks run in trusted folders only."],
  toKnow: "release 2.21 or newer",
});
