import { join } from "node:path";

import type { Format } from "./formats/config-file.ts";
import { tomlHooks } from "./formats/toml-hooks.ts";
import type { Installer, Where } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";

const vibeHome = ({ env, home }: Where): string => env["VIBE_HOME"] || join(home, ".vibe");
const format = (events: readonly string[]): Format =>
  tomlHooks(events, ({ event, command, seconds, isTool }) => ({
    name: `snapveil-${event}`,
    type: event,
    ...(isTool && { match: "*" }),
    command,
    timeout: seconds,
  }));

const vibe: Installer = {
  agent: "vibe",
  files: {
    user: (where, events) => [{ path: join(vibeHome(where), "hooks.toml"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".vibe", "hooks.toml"), format: format(events) }],
  },
  folders: (where) => [vibeHome(where)],
  shell: "sh",
  unit: SECONDS,
  // Names of releases before 2.21.
  leavesOut: (event) => event === "before_tool" || event === "after_tool" || event === "post_agent_turn",
  toDo: ["Start Vibe anew. It needs release 2.21 or newer; a project's hooks run in trusted folders only."],
  toKnow: "release 2.21 or newer",
};
export default vibe;
