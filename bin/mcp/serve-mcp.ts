import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js";

import { worldWith, type Io } from "../../kit/io.ts";
import { UserError } from "../../kit/user-error.ts";
import { VERSION } from "../program.ts";
import { argumentsOf, runTool, safeText, TOOLS, type PersonsAnswer } from "./tools.ts";
import { UndoPlans } from "./undo-plans.ts";

/** Milliseconds that a person has for an answer. */
const PATIENCE = 3_600_000;

const INSTRUCTIONS =
  "Undo checkpoints of this project. When the user asks to take back what you did: list_checkpoints, show_changes, " +
  "plan_undo, then undo, which asks the person. Do not restore files by git or by hand then.";

/**
 * Serves the tools of a model over standard input and output, until the input ends. No tool allows, reveals or switches
 * off anything, and the only one that changes files asks the person before.
 */
export async function serveMcp(world: Io): Promise<void> {
  // Standard output carries the protocol alone.
  const io = worldWith(world, { interactive: false, writeStdout: () => {} });
  const server = new Server(
    { name: "snapveil", version: VERSION },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  const canAsk = () => server.getClientCapabilities()?.elicitation !== undefined;
  const tools = { io, plans: new UndoPlans(io), ask: (message: string) => ask(server, canAsk(), message) };
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.filter(({ changes }) => !changes || canAsk()).map(
      ({ name, title, description, inputSchema, changes = false }) => ({
        name,
        title,
        description,
        inputSchema,
        annotations: { readOnlyHint: !changes, destructiveHint: changes, openWorldHint: false },
      }),
    ),
  }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }) => {
    try {
      const tool = TOOLS.find(({ name }) => name === params.name);
      if (!tool) throw new UserError("badArgument", ["There is no such tool."]);
      return { content: [{ type: "text", text: await runTool(tools, tool, argumentsOf(tool, params.arguments)) }] };
    } catch (error) {
      const why = error instanceof UserError ? error.message : `snapveil failed: ${String(error)}`;
      return { content: [{ type: "text", text: await safeText(io, why) }], isError: true };
    }
  });
  const closed = new Promise<void>((resolve) => (server.onclose = resolve));
  process.stdin.once("close", () => void server.close());
  process.stdin.once("end", () => void server.close());
  await server.connect(new StdioServerTransport());
  await closed;
}

/**
 * Asks the person by the client. Some clients accept a question without fields for a person who allowed everything, so
 * the question has a field that only a person fills in.
 */
async function ask(server: Server, canAsk: boolean, message: string): Promise<PersonsAnswer> {
  if (!canAsk) return "cannot";
  const requestedSchema = {
    type: "object" as const,
    properties: { undo: { type: "boolean" as const, title: "Put these files back?", description: "Yes, undo" } },
    required: ["undo"],
  };
  try {
    const { action, content } = await server.elicitInput({ message, requestedSchema }, { timeout: PATIENCE });
    return action === "accept" && content?.["undo"] === true ? "yes" : "no";
  } catch {
    return "cannot";
  }
}
