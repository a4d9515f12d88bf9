import { join } from "node:path";

import type { JsonObject } from "../../../kit/json.ts";
import { addedBy } from "../support/add-plugin.ts";
import { misspell } from "../support/misspell.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

const FILE = ".claude/settings.json";
/** Without a person nobody says yes to a call; its switch that allows all of them is refused to root. */
const SETTINGS: JsonObject = { permissions: { allow: ["Bash", "Write", "Edit"] } };

const claudeCode: RealAgent = {
  name: "claude-code",
  dialect: "claude-code",
  packages: ["@anthropic-ai/claude-code@2.1.332"],
  program: `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
  words: (prompt) => ["--print", prompt],
  again: (prompt) => ["--continue", "--print", prompt],
  configure: ({ world, url }) => {
    writeFile(join(world.home, FILE), SETTINGS);
    return {
      ANTHROPIC_API_KEY: "none",
      ANTHROPIC_BASE_URL: url,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      DISABLE_AUTOUPDATER: "1",
    };
  },
  command: (name) => claudeCode.words(`/snapveil:${name}`),
  addPlugin: addedBy("plugin marketplace add FOLDER", "plugin install snapveil@snapveil"),
  misspell: ({ home }) => misspell(join(home, FILE), "PreToolUse"),
  ownTool: {
    words: ["--allowedTools", "mcp__snapveil"],
    call: (tool, input) => ({ tool: `mcp__snapveil__${tool}`, input }),
  },
  shell: (command) => ({ tool: "Bash", input: { command, description: "as asked" } }),
  write: (path, content) => ({ tool: "Write", input: { file_path: path, content } }),
};

export default claudeCode;
