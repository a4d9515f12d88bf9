import { Command } from "commander";

import type { Io } from "../../kit/io.ts";
import { agentMatrix, type AgentRow } from "../../agents/codec/matrix.ts";
import { unknownAgent } from "../../agents/registry.ts";
import { describeAgent, describeAgents } from "../../terminal/describe-agents.ts";
import { UNBOUND } from "../../terminal/display.ts";
import { displayOf, writeJson } from "../show.ts";

const EXAMPLES = `
Examples:
  snapveil agents
  snapveil agents codex      everything known about one
  snapveil agents --json`;

export function agentsCommand(io: Io): Command {
  return new Command("agents")
    .description("list what each agent lets a hook do, and what is impossible there")
    .argument("[agent]", "show everything known about this agent")
    .option("--json", "print the matrix as JSON")
    .option("--markdown", "print a page, with notes on each agent")
    .addHelpText("after", EXAMPLES)
    .action(async (agent: string | undefined, options: { json?: boolean; markdown?: boolean }) => {
      const rows = named(await agentMatrix(), agent);
      if (options.json) {
        const agents = rows.map(({ degrees, only: _only, releases: _releases, ...row }) => ({ ...row, ...degrees }));
        writeJson(io, { agents });
      } else if (options.markdown) io.writeStdout(await page(rows));
      else if (agent === undefined) io.writeStdout(describeAgents(rows, displayOf(io) ?? UNBOUND));
      else io.writeStdout(describeAgent(rows[0]!, displayOf(io) ?? UNBOUND));
    });
}

async function page(rows: readonly AgentRow[]): Promise<string> {
  const [{ agentsPage }, { closingRows }] = await Promise.all([
    import("../../terminal/agents-page.ts"),
    import("../../install/closing-rows.ts"),
  ]);
  return agentsPage(rows, await closingRows());
}

/** The row of the named agent, or all rows. @throws UserError if there is no such agent */
function named(rows: readonly AgentRow[], agent: string | undefined): readonly AgentRow[] {
  const found = agent === undefined ? rows : rows.filter((row) => row.agent === agent);
  if (found.length > 0) return found;
  throw unknownAgent(
    agent!,
    rows.map((row) => row.agent),
  );
}
