import { join } from "node:path";

import { addedBy } from "../support/add-plugin.ts";
import { misspell } from "../support/misspell.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

/** Trusting a hook is the person's to do in /hooks; here there is none. */
const ALONE = [
  "--skip-git-repo-check",
  "--dangerously-bypass-approvals-and-sandbox",
  "--dangerously-bypass-hook-trust",
];

/** Codex with the tools that a model calls one by one. */
export const codex: RealAgent = {
  name: "codex",
  dialect: "codex",
  packages: ["@openai/codex@0.171.0"],
  program: ".bin/codex",
  words: (prompt) => ["exec", ...ALONE, prompt],
  again: (prompt) => ["exec", "resume", ...ALONE, "--last", prompt],
  configure: ({ world, url }) => configure(world.home, url, "gpt-5.5"),
  addPlugin: addedBy("plugin marketplace add FOLDER", "plugin add snapveil@snapveil"),
  misspell: ({ home }) => misspell(join(home, ".codex/hooks.json"), "PreToolUse"),
  ownTool: { words: [], call: (tool, input) => ({ tool, namespace: "mcp__snapveil", input }) },
  shell: (command) => ({ tool: "exec_command", input: { cmd: command } }),
  write: (path, content) => ({ tool: "apply_patch", input: patch(path, content) }),
};

/** Codex with a model that writes scripts, which call the same tools (its "code mode"). */
export const codexScripts: RealAgent = {
  ...codex,
  name: "codex-scripts",
  configure: ({ world, url }) => configure(world.home, url, "gpt-6.1-sol"),
  shell: (command) => ({ tool: "exec", input: `text(await tools.exec_command(${JSON.stringify({ cmd: command })}));` }),
  write: (path, content) => ({
    tool: "exec",
    input: `text(await tools.apply_patch(${JSON.stringify(patch(path, content))}));`,
  }),
};

function patch(path: string, content: string): string {
  return `*** Begin Patch\n*** Add File: ${path}\n${content.replace(/\n$/, "").replace(/^/gm, "+")}\n*** End Patch\n`;
}

function configure(home: string, url: string, model: string): Record<string, string> {
  const lines = [
    `model = "${model}"`,
    'model_provider = "scripted"',
    "check_for_update_on_startup = false",
    "[model_providers.scripted]",
    'name = "scripted"',
    `base_url = "${url}/v1"`,
    'wire_api = "responses"',
    'env_key = "SCRIPTED_KEY"',
    "[analytics]",
    "enabled = false",
  ];
  writeFile(join(home, ".codex/config.toml"), `${lines.join("\n")}\n`);
  return { SCRIPTED_KEY: "none" };
}
