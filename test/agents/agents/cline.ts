import { join } from "node:path";

import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

const EVENTS = ["TaskStart", "UserPromptSubmit", "PreToolUse", "PostToolUse", "TaskComplete"];

const cline: RealAgent = {
  name: "cline",
  dialect: "cline",
  packages: ["cline@3.0.65"],
  program: ".bin/cline",
  words: (prompt) => ["--provider", "openai", prompt],
  async configure({ url, run }) {
    await run(["auth", "--provider", "openai", "--apikey", "none", "--modelid", "scripted", "--baseurl", `${url}/v1`]);
    return { CLINE_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" };
  },
  // No settings file: scripts that are named after the events.
  register: ({ home }, line) => {
    for (const event of EVENTS) writeFile(join(home, ".cline/hooks", event), `#!/bin/sh\nexec ${line(event)}\n`, 0o700);
  },
  beforeTool: "PreToolUse",
  shell: (command) => ({ tool: "run_commands", input: { commands: [command] } }),
  write: (path, content) => ({ tool: "editor", input: { path, new_text: content } }),
};

export default cline;
