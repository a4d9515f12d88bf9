import { join } from "node:path";

import type { Installer } from "./formats/installer.ts";
import { jsonHooks } from "./formats/json-hooks.ts";
import { MILLISECONDS } from "./formats/shapes.ts";
import type { Entry, Format } from "./formats/config-file.ts";
import { isObject, type JsonObject } from "../kit/json.ts";

const format = (events: readonly string[]): Format => jsonHooks({ events, at: ["hooks"], item });

function item({ command, seconds, isTool, env }: Entry): JsonObject {
  return {
    ...(isTool && { matcher: ".*" }),
    hooks: [{ type: "command", name: "snapveil", command, timeout: seconds * 1000, ...(env && { env: { ...env } }) }],
  };
}

const geminiCli: Installer = {
  agent: "gemini-cli",
  files: {
    user: ({ home }, events) => [{ path: join(home, ".gemini", "settings.json"), format: format(events) }],
    project: ({ root }, events) => [{ path: join(root, ".gemini", "settings.json"), format: format(events) }],
  },
  folders: ({ home }) => [join(home, ".gemini", "settings.json"), join(home, ".gemini", "tmp")],
  shell: "sh",
  takesEnv: true,
  unit: MILLISECONDS,
  switchedOff: (root) =>
    isObject(root["hooksConfig"]) && root["hooksConfig"]["enabled"] === false
      ? '"hooksConfig.enabled" is false in it'
      : undefined,
  toDo: [
    "Start Gemini CLI anew; a project's hooks are asked about once, and are not run in a folder that is not trusted.",
  ],
};
export default geminiCli;
