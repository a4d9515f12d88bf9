import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

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
  misspell: ({ home }) => {
    const file = join(home, ".cline/hooks/PreToolUse");
    writeFile(
      file,
      `${readFileSync(file, "utf8").trimEnd()} redact_secret
`,
      0o700,
    );
  },
  shell: (command) => ({ tool: "run_commands", input: { commands: [command] } }),
  write: (path, content) => ({ tool: "editor", input: { path, new_text: content } }),
};

export default cline;
