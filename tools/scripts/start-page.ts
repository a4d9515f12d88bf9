import { agentMatrix, type AgentRow } from "../../agents/codec/matrix.ts";
import type { Installer } from "../../agents/formats/installer.ts";
import { loadInstallers } from "../../agents/registry.ts";
import { degreeSentences } from "../../terminal/describe-degrees.ts";

/** The most used agents, according to their makers and to package registries. */
export const MOST_USED = [
  "claude-code",
  "codex",
  "cursor",
  "vscode-copilot",
  "copilot-cli",
  "gemini-cli",
  "opencode",
  "windsurf",
  "cline",
  "qwen-code",
];

/** The text of docs/start.md: for each of the most used agents, the way from the installation to the first undo. */
export async function startPage(): Promise<string> {
  const rows = await agentMatrix();
  const installers = await loadInstallers();
  const parts = MOST_USED.map((name) => {
    const row = rows.find(({ agent }) => agent === name)!;
    return partOf(row, installers.find(({ agent }) => agent === name)!);
  });
  return `# Start

One screen for each of the ten agents used most; the others are in [install.md](install.md). You need Node and git (README says which), and the
command \`snapveil\` on your PATH: \`npm ci && npm run build && npm link\` in a checkout. snapveil is not on the npm registry yet; once it is
there, \`npm install --global snapveil\` does the same. This page is printed from the tables of agents.

${parts.join("\n")}`;
}

function partOf(row: AgentRow, { files, toDo = [] }: Installer): string {
  const { agent, title } = row;
  const scope = files.user ? "" : " --project";
  const steps = [
    ...toDo,
    ...(scope === "" ? [] : ["Do the same in each project, since this agent has no place for all of them."]),
  ];
  return `## ${title}

\`\`\`sh
snapveil install ${agent}${scope}   # says what it will do, asks, and keeps everything else in the file
snapveil doctor ${agent}            # starts what was registered, with made-up secrets
\`\`\`

${steps.map((step) => `- ${step}\n`).join("")}- Try it: ask the agent to write a file. Then \`snapveil checkpoints\` lists what can be undone, and \`snapveil undo\` takes it back.
- If something is refused that you meant: \`snapveil explain --last\`, then \`snapveil allow --last\`.

${degreeSentences(row).join("\n\n")}
`;
}
