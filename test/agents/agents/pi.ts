import { readFileSync } from "node:fs";
import { join } from "node:path";

import { KEY } from "../../support/pseudo-terminal.ts";
import { addedBy } from "../support/add-plugin.ts";
import { NEWER_NODE } from "../support/newer-node.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { typePrompt } from "../support/type-prompt.ts";
import { writeFile } from "../support/write-file.ts";

const ROOT = join(import.meta.dirname, "../../..");
const PROVIDER = ["--provider", "scripted", "--model", "scripted"];

const pi: RealAgent = {
  name: "pi",
  dialect: "pi",
  packages: ["@earendil-works/pi-coding-agent@1.6.0", ...NEWER_NODE.packages],
  program: "@earendil-works/pi-coding-agent/dist/bundle/cli.js",
  node: NEWER_NODE.node,
  words: (prompt) => [...PROVIDER, "--print", prompt],
  configure: ({ world, url }) => {
    const provider = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "none", models: [{ id: "scripted" }] };
    writeFile(join(world.home, ".pi/agent/models.json"), { providers: { scripted: provider } });
    return { PI_OFFLINE: "1", PI_TELEMETRY: "0", PI_SKIP_VERSION_CHECK: "1" };
  },
  register: ({ home }) => writeExtension(home, [process.execPath, join(ROOT, "dist/snapveil.cjs")]),
  addPlugin: addedBy("install FOLDER"),
  typesCommand: {
    asks: "agent",
    words: PROVIDER,
    type: async (terminal, name) => {
      await terminal.shows("Ask it how to use or extend Pi");
      await terminal.settles(1000);
      terminal.press(`/snapveil:${name}`);
      await terminal.settles(1000);
      terminal.press(KEY.enter);
    },
  },
  isAsked: {
    words: PROVIDER,
    type: async (terminal, prompt) => {
      await terminal.shows("Ask it how to use or extend Pi");
      await typePrompt(terminal, prompt);
    },
    yes: KEY.enter,
    no: KEY.escape,
  },
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
