import { addServer, findServer, removeServer } from "../agents/formats/tool-server.ts";
import { commandWord } from "../agents/formats/command-line.ts";
import { configPath, type Installer, type Where } from "../agents/formats/installer.ts";
import { loadAgent } from "../agents/registry.ts";
import { runProcess } from "../kit/run-process.ts";
import { printable } from "../kit/text.ts";
import { OUR_PATHS } from "../worktree/doors/trust.ts";

/** Milliseconds that an agent may take to register a server; it usually takes one second. */
const PATIENCE = 30_000;

/** The planned registration or removal of snapveil's MCP server in one agent. */
export interface ServerChange {
  readonly agent: string;
  readonly title: string;
  readonly action: "register" | "remove";
  /** Commands of the agent, in order: an older registration is removed first. */
  readonly commands: readonly (readonly string[])[];
}

export interface ServerPlans {
  readonly changes: readonly ServerChange[];
  /** Sentences about agents in which the server is not registered. */
  readonly warnings: readonly string[];
}

/** Plans to register the server in agents. Agents that have it already are left out. */
export async function planServers(installers: readonly Installer[], where: Where): Promise<ServerPlans> {
  const changes: ServerChange[] = [];
  const warnings: string[] = [];
  const { node, script } = where.runtime;
  const command = [node, script, "mcp"];
  // Some agents give a server only a few variables of their own environment.
  const variables = OUR_PATHS.flatMap((name) => (where.env[name] ? [[name, where.env[name]] as const] : []));
  const unknown: string[] = [];
  for (const { agent, toolServer } of installers) {
    const { title } = await loadAgent(agent);
    if (!toolServer) {
      unknown.push(title);
      continue;
    }
    const found = findServer(configPath(toolServer.file, where), toolServer);
    if (found && !found.isOurs) {
      warnings.push(`${title} has another MCP server named snapveil, which stays.`);
      continue;
    }
    const isSame =
      found !== undefined &&
      JSON.stringify([found.words, found.variables]) === JSON.stringify([command, Object.fromEntries(variables)]);
    if (isSame) continue;
    const add = addServer(toolServer, command, variables);
    changes.push({ agent, title, action: "register", commands: found ? [removeServer(toolServer), add] : [add] });
  }
  if (unknown.length > 0)
    warnings.push(
      `The MCP server is not registered with ${unknown.join(", ")}: snapveil does not know how there. The command ` +
        `to register by hand: ${printable(inLine(command, where.platform))}`,
    );
  return { changes, warnings };
}

/** Plans to remove the server from agents that have it. */
export async function planServerRemovals(installers: readonly Installer[], where: Where): Promise<ServerChange[]> {
  const changes: ServerChange[] = [];
  for (const { agent, toolServer } of installers) {
    if (!toolServer || !findServer(configPath(toolServer.file, where), toolServer)?.isOurs) continue;
    const { title } = await loadAgent(agent);
    changes.push({ agent, title, action: "remove", commands: [removeServer(toolServer)] });
  }
  return changes;
}

/** A sentence on a planned change, with the commands of the agent. */
export function serverLine({ title, action, commands }: ServerChange, platform: string): string {
  const verb = action === "register" ? "registered" : "removed";
  return `${title}: the MCP server is ${verb} by: ${printable(commands.map((one) => inLine(one, platform)).join("; "))}`;
}

/** Runs the agents' commands. Returns a sentence for each that failed, with the command to type. */
export function changeServers(changes: readonly ServerChange[], { env, home, platform }: Where): string[] {
  return changes.flatMap(({ title, commands }) =>
    commands.flatMap((command) => {
      const [program = "", ...words] = command;
      const { status, error } = runProcess(program, words, {
        env: env as Readonly<Record<string, string>>,
        cwd: home,
        timeout: PATIENCE,
        maxOutput: 1 << 20,
      });
      if (status === 0) return [];
      const why = error === "ENOENT" ? `${program} is not on PATH` : `${program} ended with ${error ?? status}`;
      return [`${title}: ${why}. To do by hand: ${printable(inLine(command, platform))}`];
    }),
  );
}

function inLine(words: readonly string[], platform: string): string {
  return words.map((word) => commandWord(word, platform)).join(" ");
}
