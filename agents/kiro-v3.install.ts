import { join } from "node:path";

import type { JsonObject } from "../kit/json.ts";
import type { Entry, Format } from "./formats/config-file.ts";
import { ownJson } from "./formats/own-file.ts";
import type { Installer } from "./formats/installer.ts";
import { SECONDS } from "./formats/shapes.ts";

const item = ({ event, command, seconds, isTool }: Entry): JsonObject => ({
  name: `snapveil-${event}`,
  trigger: event,
  ...(isTool && { matcher: ".*" }),
  action: { type: "command", command },
  timeout: seconds,
});
const format = (events: readonly string[]): Format =>
  ownJson(events, (entries) => ({ version: "v1", hooks: entries.map(item) }));

const kiroV3: Installer = {
  agent: "kiro-v3",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".kiro", "hooks", "snapveil.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".kiro", "hooks", "snapveil.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".kiro", "hooks")],
  shell: "none",
  unit: SECONDS,
  toDo: ["Start Kiro anew. Kiro 2 reads other files: snapveil install kiro"],
  toKnow: "a file of our own",
};
export default kiroV3;
