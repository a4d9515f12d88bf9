import { join } from "node:path";

import type { JsonObject } from "../../../kit/json.ts";
import { addedBy } from "../support/add-plugin.ts";
import { misspell } from "../support/misspell.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

const FILE = ".gemini/settings.json";
const SETTINGS: JsonObject = {
  security: { auth: { selectedType: "gemini-api-key" } },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
};
const WORDS = ["--yolo", "--skip-trust", "--model", "gemini-2.5-flash"];

const geminiCli: RealAgent = {
  name: "gemini-cli",
  dialect: "gemini-cli",
  packages: ["@google/gemini-cli@0.61.0"],
  program: "@google/gemini-cli/bundle/gemini.js",
  node: "this",
  words: (prompt) => [...WORDS, "--prompt", prompt],
  again: (prompt) => [...WORDS, "--resume", "latest", "--prompt", prompt],
  configure: ({ world, url }) => {
    writeFile(join(world.home, FILE), SETTINGS);
    return { GEMINI_API_KEY: "none", GOOGLE_GEMINI_BASE_URL: url, GEMINI_TELEMETRY_ENABLED: "false" };
  },
  command: (name) => geminiCli.words(`/snapveil:${name}`),
  addPlugin: async (place) => {
    // Otherwise it asks whether the folder that is copied can be trusted.
    writeFile(join(place.world.home, ".gemini/trustedFolders.json"), { [place.folder]: "TRUST_FOLDER" });
    await addedBy("extensions install FOLDER --consent")(place);
  },
  misspell: ({ home }) => misspell(join(home, FILE), "BeforeTool"),
  shell: (command) => ({ tool: "run_shell_command", input: { command, description: "as asked" } }),
  write: (path, content) => ({ tool: "write_file", input: { file_path: path, content } }),
  instructions: "GEMINI.md",
};

export default geminiCli;
