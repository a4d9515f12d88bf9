import { readFileSync } from "node:fs";
import { join } from "node:path";

import { addedBy } from "../support/add-plugin.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

const ROOT = join(import.meta.dirname, "../../..");

const pi: RealAgent = {
  name: "pi",
  dialect: "pi",
  packages: ["@mariozechner/pi-coding-agent@0.73.1"],
  program: "@mariozechner/pi-coding-agent/dist/cli.js",
  node: "this",
  words: (prompt) => ["--provider", "scripted", "--model", "scripted", "--print", prompt],
  configure: ({ world, url }) => {
    const provider = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models: [{ id: "scripted" }] };
    writeFile(join(world.home, ".pi/agent/models.json"), { providers: { scripted: provider } });
    return { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
  },
  register: ({ home }) => writeExtension(home, [process.execPath, join(ROOT, "dist/snapveil.cjs")]),
  addPlugin: addedBy("install FOLDER"),
  // The extension starts one program for all events, so a script in between tells them apart.
  misspell: ({ home, tmp }) => {
    const script = join(tmp, "hook");
    const line = `'${process.execPath}' '${join(ROOT, "dist/snapveil.cjs")}' "$@"`;
    writeFile(
      script,
      "#!/bin/sh\n" +
        "while IFS= read -r event; do\n" +
        `case "$event" in\n` +
        `*'"hook_event_name":"tool_call"'*) printf '%s\\n' "$event" | ${line} redact_secret ;;\n` +
        `*) printf '%s\\n' "$event" | ${line} ;;\n` +
        "esac\ndone\n",
      0o700,
    );
    writeExtension(home, [script]);
  },
  shell: (command) => ({ tool: "bash", input: { command } }),
  write: (path, content) => ({ tool: "write", input: { path, content } }),
  instructions: "AGENTS.md",
};

export default pi;

function writeExtension(home: string, program: readonly string[]): void {
  const text = readFileSync(join(ROOT, "dist/shims/pi.ts"), "utf8");
  writeFile(join(home, ".pi/agent/extensions/snapveil.ts"), text.replace('["snapveil"]', JSON.stringify(program)));
}
