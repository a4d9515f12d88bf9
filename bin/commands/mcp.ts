import { Command } from "commander";

import type { Io } from "../../kit/io.ts";

const EXAMPLES = `
The tools list checkpoints, show changes, plan an undo, and carry it out after your yes, which your agent asks you for. If it
cannot ask, the plan names the command to type. Secrets are masked. The tools cannot allow, reveal or switch off anything.

Examples:
  snapveil install claude-code codex --mcp
  claude mcp add --scope user snapveil -- snapveil mcp`;

export function mcpCommand(io: Io): Command {
  return new Command("mcp")
    .description("offer tools to an agent's model over MCP: list, show, plan an undo, and do it after your yes")
    .addHelpText("after", EXAMPLES)
    .action(async () => {
      const { progress: _, ...quiet } = io;
      const { serveMcp } = await import("../mcp/serve-mcp.ts");
      await serveMcp(quiet);
    });
}
