import { join } from "node:path";

import { COMMANDS } from "../../../agents/shims/commands.ts";
import { KEY } from "../../support/pseudo-terminal.ts";
import { addedBy } from "../support/add-plugin.ts";
import { misspell } from "../support/misspell.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { typePrompt } from "../support/type-prompt.ts";

const copilotCli: RealAgent = {
  name: "copilot-cli",
  dialect: "copilot-cli",
  packages: ["@github/copilot@1.0.102"],
  program: `@github/copilot-${process.platform}-${process.arch}/copilot`,
  // A command that names a path outside of the folder, such as our program, would be asked about.
  words: (prompt) => ["--allow-all-tools", "--allow-all-paths", "--prompt", prompt],
  configure: ({ url }) => ({
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: "none",
    COPILOT_MODEL: "scripted",
    COPILOT_AUTO_UPDATE: "false",
  }),
  addPlugin: addedBy("plugin marketplace add FOLDER", "plugin install snapveil@snapveil"),
  // It takes commands on its terminal alone.
  typesCommand: {
    asks: "model",
    words: ["--allow-all-tools"],
    type: async (terminal, name) => {
      await terminal.shows("Do you trust the files in this folder?");
      terminal.press(KEY.enter);
      await terminal.shows(/\d+ skills/);
      terminal.press(`/snapveil:${name}`);
      await terminal.shows(COMMANDS.find((command) => command.name === name)!.does);
      terminal.press(KEY.enter);
    },
  },
  isAsked: {
    words: ["--allow-all-tools"],
    type: async (terminal, prompt) => {
      await terminal.shows("Do you trust the files in this folder?");
      terminal.press(KEY.enter);
      await terminal.shows(/\d+ skills?|\/ commands|Type @/);
      await typePrompt(terminal, prompt);
    },
    yes: KEY.enter,
    no: KEY.escape,
  },
  misspell: ({ home }) => misspell(join(home, ".copilot/hooks/snapveil.json"), "preToolUse"),
  shell: (command) => ({ tool: "bash", input: { command, description: "as asked" } }),
  write: (path, content) => ({ tool: "create", input: { path, file_text: content } }),
};

export default copilotCli;
