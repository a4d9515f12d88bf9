import { join } from "node:path";

import type { JsonObject } from "../../../kit/json.ts";
import { addedBy } from "../support/add-plugin.ts";
import { misspell } from "../support/misspell.ts";
import { NEWER_NODE } from "../support/newer-node.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

const FILE = ".qwen/settings.json";
const SETTINGS: JsonObject = {
  security: { auth: { selectedType: "openai" } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false },
};

const qwenCode: RealAgent = {
  name: "qwen-code",
  dialect: "qwen-code",
  packages: ["@qwen-code/qwen-code@0.24.4", ...NEWER_NODE.packages],
  program: "@qwen-code/qwen-code/cli-entry.js",
  node: NEWER_NODE.node,
  words: (prompt) => ["--yolo", "--auth-type", "openai", "--prompt", prompt],
  configure: ({ world, url }) => {
    writeFile(join(world.home, FILE), SETTINGS);
    return {
      OPENAI_API_KEY: "none",
      OPENAI_BASE_URL: `${url}/v1`,
      OPENAI_MODEL: "scripted",
      QWEN_CODE_SUPPRESS_YOLO_WARNING: "1",
    };
  },
  command: (name) => qwenCode.words(`/snapveil:${name}`),
  addPlugin: addedBy("extensions install FOLDER:snapveil --consent"),
  misspell: ({ home }) => misspell(join(home, FILE), "PreToolUse"),
  shell: (command) => ({
    tool: "run_shell_command",
    input: { command, description: "as asked", is_background: false },
  }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
};

export default qwenCode;
