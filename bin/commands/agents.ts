import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { agentMatrix } from "../../agents/codec/matrix.ts";
import { agentsPage, describeAgents } from "../../terminal/describe-agents.ts";
import { writeJson } from "../show.ts";

export function agentsCommand(io: Io): Command {
  return new Command("agents")
    .description("list what each agent lets a hook do, and what is impossible there")
    .option("--json", "print the matrix as JSON")
    .option("--markdown", "print it as a page, with what to know about each agent")
    .addHelpText("after", "\nExample:\n  snapveil agents --json")
    .action(async (options: { json?: boolean; markdown?: boolean }) => {
      const rows = await agentMatrix();
      if (options.json) {
        const agents = rows.map(({ degrees, ...row }) => ({ ...row, ...degrees }));
        writeJson(io, { agents });
      } else {
        io.writeStdout(options.markdown ? agentsPage(rows) : describeAgents(rows));
      }
    });
}
