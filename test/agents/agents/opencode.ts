import { readFileSync } from "node:fs";
import { join } from "node:path";

import type { JsonObject } from "../../../kit/json.ts";
import type { TemporaryWorld } from "../../support/temporary-world.ts";
import type { RealAgent } from "../support/real-agent.ts";
import { writeFile } from "../support/write-file.ts";

const BINARY = join(import.meta.dirname, "../../../dist/snapveil.cjs");

/** OpenCode or a fork of it. `folder` holds its configuration, `prefix` begins the names of its variables. */
export function likeOpencode(
  agent: Pick<RealAgent, "name" | "dialect" | "packages" | "program" | "words">,
  { folder, prefix, plugin }: { readonly folder: string; readonly prefix: string; readonly plugin: string },
): RealAgent {
  const configuration = ({ home }: TemporaryWorld) => join(home, folder, `${agent.name}.json`);
  return {
    ...agent,
    configure: ({ world, url }) => {
      const scripted = { name: "scripted", tool_call: true, limit: { context: 100_000, output: 4_000 } };
      writeFile(configuration(world), {
        autoupdate: false,
        share: "disabled",
        model: "scripted/scripted",
        small_model: "scripted/scripted",
        provider: {
          scripted: {
            npm: "@ai-sdk/openai-compatible",
            name: "scripted",
            options: { baseURL: `${url}/v1`, apiKey: "none" },
            models: { scripted },
          },
        },
      });
      // With a plugin there it wants to install its own package for plugins, and asks for over a minute where there is no
      // network.
      writeFile(join(world.home, ".npmrc"), "offline=true\nfetch-retries=0\n");
      const without = ["AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD"];
      return Object.fromEntries(without.map((word) => [`${prefix}_DISABLE_${word}`, "1"]));
    },
    // `opencode plugin NAME` asks the registry; a folder stands in the configuration as the name would.
    addPlugin: async ({ world, folder: own }) => {
      const file = configuration(world);
      writeFile(file, { ...(JSON.parse(readFileSync(file, "utf8")) as JsonObject), plugin: [`file://${own}`] });
    },
    command: (name) => ["run", "--command", `snapveil:${name}`],
    // The plugin starts one program for all events, so a script in between tells them apart.
    misspell: ({ home, tmp }) => {
      const script = join(tmp, "hook");
      const line = `'${process.execPath}' '${BINARY}' "$@"`;
      writeFile(
        script,
        `#!/bin/sh
while IFS= read -r event; do
case "$event" in
*'"tool.execute.before"'*) printf '%s\\n' "$event" | ${line} redact_secret ;;
*) printf '%s\\n' "$event" | ${line} ;;
esac
done
`,
        0o700,
      );
      const file = join(home, folder, plugin);
      writeFile(
        file,
        readFileSync(file, "utf8").replace(/(const PROGRAM[^=]*=) \[.*\]/, `$1 ${JSON.stringify([script])}`),
      );
    },
    shell: (command) => ({ tool: "bash", input: { command, description: "as asked" } }),
    write: (path, content) => ({ tool: "write", input: { filePath: path, content } }),
    instructions: "AGENTS.md",
  };
}

export default likeOpencode(
  {
    name: "opencode",
    dialect: "opencode",
    packages: ["opencode-ai@1.18.33"],
    program: `opencode-${process.platform}-${process.arch}/bin/opencode`,
    words: (prompt) => ["run", prompt],
  },
  { folder: ".config/opencode", prefix: "OPENCODE", plugin: "plugins/snapveil.ts" },
);
