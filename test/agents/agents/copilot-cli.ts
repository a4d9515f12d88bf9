import { join } from "node:path";

import { addedBy } from "../support/add-plugin.ts";
import { misspell } from "../support/misspell.ts";
import type { RealAgent } from "../support/real-agent.ts";

const copilotCli: RealAgent = {
  name: "copilot-cli",
  dialect: "copilot-cli",
  packages: ["@github/copilot@1.0.102"],
  program: `@github/copilot-${process.platform}-${process.arch}/copilot`,
  words: (prompt) => ["--allow-all-tools", "--prompt", prompt],
  configure: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "scripted",
    COPILOT_AUTO_UPDATE: "false",
  }),
  addPlugin: addedBy("plugin marketplace add FOLDER", "plugin install snapveil@snapveil"),
  misspell: ({ home }) => misspell(join(home, ".copilot/hooks/snapveil.json"), "preToolUse"),
  shell: (command) => ({ tool: "bash", input: { command, description: "as asked" } }),
  write: (path, content) => ({ tool: "create", input: { path, file_text: content } }),
};

export default copilotCli;
